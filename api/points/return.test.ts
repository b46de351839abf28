/**
 * Returns of purchases whose points are spent or held. The return cannot take these points; a recovery takes them when they
 * come back. ledger.test.ts explains the tables.
 */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { ledgerTables } from '#api/testing/models/ledger-table.ts'
import { shopsOf } from '#api/testing/worlds/shop.ts'
import { asPartner, createWorld } from '#api/testing/worlds/world.ts'
import type { PointsEntry } from '#contract/points.ts'

const world = await createWorld()
const ledger = ledgerTables(world)
const { companyWith, customerWith, bought, cancel, balanceOf, audited } = shopsOf(world)

test.each([
  ['clamp', 0],
  ['pending_only', 10],
])(
  'with %s, a voucher cancelled after its purchase’s return gives no points: a recovery takes them [D4]',
  async (reversal, left) => {
    world.moveClock('2026-11-20T15:00:00Z')
    const shop = await companyWith([{ value: 100 }], {}, { reversal })
    const customer = await customerWith(shop, 110)
    const history = async () =>
      (await world.call('GET /points', { headers: customer.headers })).body as PointsEntry[]
    const purchase = (await history())[0]!
    const { code } = await bought(customer, shop.prizes[0]!)
    await world.call('POST /partner/points/{id}/reverse', {
      params: { id: purchase.id },
      body: { external_id: randomUUID() },
      headers: asPartner(shop),
    })
    expect((await cancel(shop, code)).status).toBe(200)

    expect(await balanceOf(customer)).toEqual({ amount_balance: left, value_balance: left })
    const entries = await history()
    expect(
      entries.map(({ type_id, points_amount, points_value, purchase_value }) => [
        type_id,
        points_amount,
        points_value,
        purchase_value,
      ]),
    ).toEqual([
      ['GNR_REVERSAL', -100, -100, null],
      ['CNS_REVERSAL', 100, 100, null],
      ['GNR_REVERSAL', left - 10, left - 10, 11_000],
      ['CNS', -100, -100, null],
      ['GNR', 110, 110, 11_000],
    ])
    expect(entries[0]).toMatchObject({
      origin: 'recovery',
      reverses_id: purchase.id,
      lots: [{ id: purchase.id, points_amount: -100, points_value: -100 }],
    })
    expect(entries.at(-1)).toMatchObject({ reversed_amount: 110 - left, is_cancelled: true })
    const me = await world.call('GET /customer', { headers: customer.headers })
    expect(me.body).toMatchObject({ balance: { received_amount: left } })
    await audited()
  },
)

describe.each(['clamp', 'pending_only'])('with %s, points that a return missed', (reversal) => {
  const isClamp = reversal === 'clamp'

  ledger(
    'points that a return missed are taken when the consumption is undone [D4]',
    { reversal },
    `
    2027-01-01  buy A 110.00      → 110
    2027-01-02  consume S 100     → A 100
    2027-01-03  return A R        → ${isClamp ? -10 : 0}
    2027-01-04  undo S            → A +100
    2027-01-04  balance           → ${isClamp ? 'nothing' : 10}
    2027-01-05  buy B 50.00       → 50
    2027-01-05  balance           → ${isClamp ? 50 : 60}
  `,
  )

  ledger(
    'points that a return in small parts missed are taken when the consumption is undone [D4]',
    { reversal },
    `
    2027-01-01  buy A 110.00      → 110
    2027-01-02  consume S 100     → A 100
    2027-01-03  return A R1 10.00 → ${isClamp ? -10 : 0}
    2027-01-03  return A R2 60.00 → 0
    2027-01-03  return A R3 40.00 → 0
    2027-01-04  undo S            → A +100
    2027-01-04  balance           → ${isClamp ? 'nothing' : 10}
  `,
  )

  ledger(
    'points that a return missed are taken as several consumptions are undone in turn [D4]',
    { reversal },
    `
    2027-01-01  buy A 100.00      → 100
    2027-01-02  consume S 60      → A 60
    2027-01-02  consume T 40      → A 40
    2027-01-03  return A R 70.00  → 0
    2027-01-04  undo T            → A +40
    2027-01-04  balance           → nothing
    2027-01-04  undo S            → A +60
    2027-01-04  balance           → 30
    2027-01-05  return A Q        → ${isClamp ? -30 : 0}
    2027-01-05  balance           → ${isClamp ? 'nothing' : 30}
  `,
  )

  ledger(
    'points that a return missed are taken when a hold is released, or freed by a capture [D4]',
    { reversal },
    `
    2027-01-01  buy A 100.00      → 100
    2027-01-01  hold H 40         → 40
    2027-01-01  hold I 60         → 60
    2027-01-02  return A R        → 0
    2027-01-02  release H
    2027-01-02  balance           → held 60
    2027-01-03  capture I S 50    → A 50
    2027-01-03  balance           → nothing
    2027-01-04  undo S            → A +50
    2027-01-04  balance           → nothing
  `,
  )

  ledger(
    'missed points are taken also from an expired lot; its other points are valid for 15 days [D4]',
    { reversal, expires_in: { days: 10 } },
    `
    2027-01-01  buy A 100.00      → 100 until 2027-01-11
    2027-01-02  consume S 100     → A 100
    2027-01-03  return A R 70.00  → 0
    2027-02-01  undo S            → A +100 until 2027-02-16
    2027-02-01  balance           → 30
    2027-02-17  balance           → nothing
  `,
  )

  ledger(
    'points that a return missed are taken only from the purchase’s own lot [D4]',
    { reversal },
    `
    2027-01-01  buy A 100.00      → 100
    2027-01-01  buy B 50.00       → 50
    2027-01-02  consume S 130     → A 100, B 30
    2027-01-03  return A R        → 0
    2027-01-03  balance           → 20
    2027-01-04  undo S            → A +100, B +30
    2027-01-04  balance           → 50
  `,
  )

  ledger(
    'points taken and missed by returns add up to the centavos that the purchase earned [D4 I1]',
    { reversal, type: 'PERCENTAGE', rate: 5, points_per_real: 7 },
    `
    2027-01-01  buy A 19.90       → 6 worth 99
    2027-01-02  consume S 4       → A 4 worth 66
    2027-01-02  consume T 2       → A 2 worth 33
    2027-01-03  return A R        → 0
    2027-01-04  undo T            → A +2
    2027-01-04  undo S            → A +4
    2027-01-04  balance           → nothing
  `,
  )
})

ledger(
  'under clamp, a return after the consumption was undone takes all points at once [D4]',
  { reversal: 'clamp' },
  `
  2027-01-01  buy A 110.00      → 110
  2027-01-02  consume S 100     → A 100
  2027-01-03  undo S            → A +100
  2027-01-04  return A R        → -110
  2027-01-04  balance           → nothing
`,
)

ledger(
  'under pending_only, points unspent at the return stay, even if spent and undone later [D4]',
  { reversal: 'pending_only' },
  `
  2027-01-01  buy A 110.00      → 110
  2027-01-02  consume S 100     → A 100
  2027-01-03  return A R        → 0
  2027-01-03  balance           → 10
  2027-01-04  consume T 10      → A 10
  2027-01-05  undo T            → A +10
  2027-01-05  balance           → 10
  2027-01-06  undo S            → A +100
  2027-01-06  balance           → 10
`,
)

ledger(
  'under pending_only, a return of an unspent purchase leaves all its points [D4]',
  { reversal: 'pending_only' },
  `
  2027-01-01  buy A 110.00      → 110
  2027-01-02  return A R        → 0
  2027-01-03  consume S 100     → A 100
  2027-01-04  undo S            → A +100
  2027-01-04  balance           → 110
`,
)

ledger(
  'all returns of a purchase take every centavo that it earned, even with a deficit [D4 I1]',
  { points_per_real: 20 },
  `
  2027-01-01  buy A 100.00      → 100 worth 500
  2027-01-02  return A R 4.25   → -4 worth -20
  2027-01-02  consume S 96      → A 96 worth 480
  2027-01-02  return A T        → -96 worth -480
  2027-01-02  balance           → owes 96 worth 480
  2027-01-03  buy B 100.00      → 100 worth 500
  2027-01-03  balance           → 4 worth 20
`,
)

ledger(
  'under deficit, undone consumptions pay the deficit with exactly the missing centavos [D4 I1]',
  { type: 'PERCENTAGE', rate: 5, points_per_real: 7 },
  `
  2027-01-01  buy A 19.90       → 6 worth 99
  2027-01-02  consume S 3       → A 3 worth 49
  2027-01-02  consume T 3       → A 3 worth 50
  2027-01-03  return A R 9.95   → -3 worth -50
  2027-01-04  undo S            → A +3
  2027-01-04  balance           → nothing
  2027-01-05  undo T            → A +3
  2027-01-05  balance           → 3 worth 50
  2027-01-06  return A Q        → -3 worth -49
  2027-01-06  balance           → nothing
`,
)

ledger(
  'a partial return that takes the last point takes the last centavo [D4 I1]',
  { type: 'PERCENTAGE', rate: 10, points_per_real: 7 },
  `
  2027-01-01  buy A 1.50        → 1 worth 15
  2027-01-02  consume S 1       → A 1 worth 15
  2027-01-03  return A R 0.90   → -1 worth -15
  2027-01-03  return A Q        → 0
  2027-01-03  balance           → owes 1 worth 15
`,
)
