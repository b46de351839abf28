/** The points of a purchase, compared with hand-calculated figures and with exact fractions (D4). */

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()

type Purchase = {
  type: 'PERCENTAGE' | 'POINTS_PER_REAL'
  /** Decimals as text, because a JavaScript number is not exact. */
  rate: string
  cap: number | null
  /** Centavos. */
  base: number
  multiplier: string
  points_per_real: number
}
type Earned = { amount: number; value: number; is_capped: boolean }

/** Calculates the purchases in the database. */
function earned(purchases: Purchase[]): Promise<Earned[]> {
  return rows<Earned>(
    world.database,
    sql`select points.*
          from jsonb_to_recordset(${JSON.stringify(purchases.map((one, n) => ({ ...one, n })))}) as bought (
                 n bigint, type text, rate numeric, cap bigint, base bigint, multiplier numeric, points_per_real bigint)
         cross join purchase_points(type, rate, cap, base, multiplier, points_per_real) points
         order by n`,
  )
}

test.each([
  // Percent: exact centavos → points and centavos.
  ['57.42 centavos, 4.0194 points', '3.3', null, 1_740, '1', 7, 4, 57],
  ['57.42 under a cap of 57: 3.99 points', '3.3', 57, 1_740, '1', 7, 3, 57],
  ['57.42 under a cap of 58', '3.3', 58, 1_740, '1', 7, 4, 57],
  ['a level’s 1.5: 86.13 centavos, 6.0291 points', '3.3', null, 1_740, '1.5', 7, 6, 86],
  ['a level’s 1.5 under a cap of 86: 6.02 points', '3.3', 86, 1_740, '1.5', 7, 6, 86],
  ['99.5 centavos at 10 points: 9.95', '5', null, 1_990, '1', 10, 9, 99],
  ['100.5 centavos at 10 points: 10.05', '5', null, 2_010, '1', 10, 10, 100],
  ['54.945 centavos, one point each', '5.5', null, 999, '1', 100, 54, 54],
  ['99.99 centavos at 1 point: no points, so no money', '3.3', null, 3_030, '1', 1, 0, 0],
  ['100.001 centavos at 1 point', '10', null, 1_000, '1', 1, 1, 100],
  ['0.999 centavos at 1,000 points: 9.99', '0.1', null, 999, '1', 1_000, 9, 0],
  ['1.998 centavos at 1,000 points: 19.98', '0.2', null, 999, '1', 1_000, 19, 1],
  ['33.33 centavos at 3 points: 0.9999', '3.3', null, 1_010, '1', 3, 0, 0],
  ['33.363 centavos at 3 points: 1.00089', '3.3', null, 1_011, '1', 3, 1, 33],
  ['a value of 0', '3.3', 100, 0, '1', 7, 0, 0],
  [
    'the largest purchase at 100 % and the largest multiplier',
    '100',
    null,
    100_000_000,
    '100',
    7,
    700_000_000,
    10_000_000_000,
  ],
] as const)(
  'a percentage is rounded down once: %s [D4]',
  async (_, rate, cap, base, multiplier, points_per_real, amount, value) => {
    const purchase = { type: 'PERCENTAGE', rate, cap, base, multiplier, points_per_real } as const
    expect(await earned([purchase])).toMatchObject([{ amount, value }])
  },
)

test.each([
  ['123.99 points', '1', null, 12_399, '1', 100, 123, 123],
  ['1.001 points, worth 2 centavos each', '0.7', null, 143, '1', 50, 1, 2],
  ['0.994 points', '0.7', null, 142, '1', 50, 0, 0],
  ['41.625 points, worth 585.71 centavos', '0.333', null, 10_000, '1.25', 7, 41, 585],
  [
    '41.625 points under a cap of 40, worth 571.42 centavos',
    '0.333',
    40,
    10_000,
    '1.25',
    7,
    40,
    571,
  ],
  ['1,005 points of three decimals', '1.005', null, 100_000, '1', 100, 1_005, 1_005],
  ['2 points, worth 0.2 centavos', '1', null, 200, '1', 1_000, 2, 0],
  ['a value of 0', '1', null, 0, '1', 100, 0, 0],
] as const)(
  'points per real are rounded down once, and their money value once: %s [D4]',
  async (_, rate, cap, base, multiplier, points_per_real, amount, value) => {
    const purchase = {
      type: 'POINTS_PER_REAL',
      rate,
      cap,
      base,
      multiplier,
      points_per_real,
    } as const
    expect(await earned([purchase])).toMatchObject([{ amount, value }])
  },
)

/** A decimal text with a fixed number of decimals. */
const decimal = (from: number, to: number, decimals: number) =>
  fc.integer({ min: from, max: to }).map((scaled) => (scaled / 10 ** decimals).toFixed(decimals))

const purchase = fc.record<Purchase>({
  type: fc.constantFrom('PERCENTAGE', 'POINTS_PER_REAL'),
  rate: decimal(1, 1_000, 1),
  cap: fc.option(fc.integer({ min: 1, max: 5_000 })),
  base: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 100_000_000 })),
  multiplier: fc.oneof(fc.constant('1.00'), decimal(100, 10_000, 2)),
  points_per_real: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 10_000 })),
})

test('the points of 5,000 random purchases equal those computed with exact fractions [D4]', async () => {
  const purchases = fc.sample(purchase, 5_000)
  const results = await earned(purchases)
  const wrong = purchases
    .map((purchase, at) => ({ bought: purchase, result: results[at], exact: exactly(purchase) }))
    .filter(({ result, exact }) => JSON.stringify(result) !== JSON.stringify(exact))
  expect(wrong.slice(0, 3)).toEqual([])
})

/** Integers scaled by 100,000: 10 for the rate, 100 for the multiplier, 100 for percent. */
function exactly(purchase: Purchase): Earned {
  const { type, cap, base, points_per_real } = purchase
  const whole = 100_000n
  const exact = BigInt(base) * scaled(purchase.rate) * scaled(purchase.multiplier)
  const bound = cap === null ? exact : BigInt(cap) * whole
  const figure = exact < bound ? exact : bound
  const is_capped = exact > bound
  const perReal = BigInt(points_per_real)
  if (type === 'POINTS_PER_REAL') {
    const amount = figure / whole
    return { amount: Number(amount), value: Number((amount * 100n) / perReal), is_capped }
  }
  const amount = (figure * perReal) / (whole * 100n)
  return { amount: Number(amount), value: amount > 0n ? Number(figure / whole) : 0, is_capped }
}

function scaled(decimal: string): bigint {
  return BigInt(decimal.replace('.', ''))
}

test('generate and simulate return the same points and calculation [D4]', async () => {
  const company = await world.createCompany('sete', {
    points_per_real: 7,
    calculation_rules: [{ name: 'Compra', type: 'PERCENTAGE', rate: 3.3 }],
  })
  const sent = sale(newCpf(), { purchase_value: 1_740 })
  const calculation = { base: 1_740, rate: 3.3, multiplier: 1, points_per_real: 7 }
  const expected = { points_amount: 4, points_value: 57, calculation }
  const headers = asPartner(company)
  const simulated = await world.call('POST /partner/points/simulate', { body: sent, headers })
  expect(simulated.body).toMatchObject(expected)
  const generated = await world.generate(company, sent)
  expect(generated.body).toMatchObject({
    ...expected,
    balance: { amount_balance: 4, value_balance: 57 },
  })
})

test('a cap limits the exact centavos and is in the response only if it applied [D4]', async () => {
  const company = await world.createCompany('teto', {
    points_per_real: 7,
    calculation_rules: [{ name: 'Compra', type: 'PERCENTAGE', rate: 3.3, cap: 57 }],
  })
  const capped = await world.generate(company, sale(newCpf(), { purchase_value: 1_740 }))
  expect(capped.body).toMatchObject({
    points_amount: 3,
    points_value: 57,
    calculation: { cap: 57 },
  })
  const below = await world.generate(company, sale(newCpf(), { purchase_value: 1_720 }))
  expect(below.body).toMatchObject({ points_amount: 3, points_value: 56 })
  expect(below.body).not.toHaveProperty('calculation.cap')
})
