import { describe, expect, test } from 'vitest'

import {
  asPartner,
  createWorld,
  newCpf,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, posto, call, generate } = world

async function pointsOf(headers: Record<string, string>) {
  return (await call('GET /customer/balance', { headers })).body
}

async function recordCount(): Promise<number> {
  return (await row<{ count: number }>(world.database, sql`select count(*) from points_record`))!
    .count
}

/** A company with one rule, of type POINTS_PER_REAL unless `rule` sets another. */
function companyWith(slug: string, rule: object, changes: object = {}) {
  const calculation_rules = [{ name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, ...rule }]
  return world.createCompany(slug, { calculation_rules, ...changes })
}

describe('POST /partner/points/generate', () => {
  test('a purchase earns points, and response, balance and history agree [R7.3 D3 D13]', async () => {
    const customer = await world.registered(cafe)
    const sent = sale(customer.document, { purchase_value: 12_345 })
    const answer = await generate(cafe, sent)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      sequence: 1,
      type_id: 'GNR',
      origin: 'api:/points/generate',
      external_id: sent.external_id,
      subsidiary_name: 'Loja 1',
      purchase_value: 12_345,
      points_amount: 123,
      points_value: 123,
      points_percentage: null,
      calculation_rule_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      calculation: {
        rule: 'Compra',
        type: 'POINTS_PER_REAL',
        rate: 1,
        base: 12_345,
        multiplier: 1,
        points_per_real: 100,
        rounding: 'down',
      },
      available_at: null,
      expires_at: null,
      created_at: '2026-11-20T15:00:00.000Z',
      amount: 123,
      value: 123,
      customer_id: customer.id,
      integrator_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      source_key: null,
      code: null,
      parent_id: null,
      generator_id: null,
      consumption_id: null,
      balance: { amount_balance: 123, value_balance: 123 },
    })
    expect(await pointsOf(customer.headers)).toEqual({ amount_balance: 123, value_balance: 123 })
    const history = await call('GET /points', { headers: customer.headers })
    const { balance: _, ...entry } = answer.body as GeneratedPoints
    const untouched = { reversed_amount: 0, is_cancelled: false, lots: [] }
    const behind = {
      promotion: null,
      reason: null,
      prize: null,
      source_id: null,
      reverses_id: null,
    }
    expect(history.body).toEqual([{ ...entry, ...behind, ...untouched }])
    const me = await call('GET /customer', { headers: customer.headers })
    expect(me.body).toMatchObject({ balance: { amount_balance: 123, received_amount: 123 } })
  })

  test('a sale finds the customer by email or phone [D3]', async () => {
    const customer = await world.registered(cafe)
    await row(
      world.database,
      sql`update customer set phone = '+5511911112222' where company_id = ${cafe.id} and id = ${customer.id}`,
    )
    await generate(cafe, { ...sale(''), customer: { email: customer.email.toUpperCase() } })
    await generate(cafe, { ...sale(''), customer: { phone: '11911112222' } })
    expect(await pointsOf(customer.headers)).toEqual({ amount_balance: 200, value_balance: 200 })
  })

  test('an unknown email or phone gets customer_not_found and creates no customer [D3]', async () => {
    for (const customer of [{ email: 'ninguem@exemplo.com.br' }, { phone: '11900000000' }]) {
      const answer = await generate(cafe, { ...sale(''), customer })
      expect(errorOf(answer)).toEqual({ status: 404, type: 'customer_not_found' })
    }
    const created = await rows(world.database, sql`select 1 from customer where login_type = 'PRE'`)
    expect(created).toEqual([])
  })

  test('an unknown document is pre-registered once, even by 10 concurrent sales [D3]', async () => {
    const document = newCpf()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => generate(cafe, sale(document, { purchase_value: 1_000 }))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    const customers = await rows(
      world.database,
      sql`select login_type, amount
            from customer
            join balance on balance.company_id = customer.company_id and customer_id = customer.id
           where document = ${document}`,
    )
    expect(customers).toEqual([{ login_type: 'PRE', amount: 100 }])
  })

  test('a sale repeated 50 times at once gets one response and counts once [D3]', async () => {
    const customer = await world.registered(cafe)
    const sent = sale(customer.document)
    const answers = await Promise.all(Array.from({ length: 50 }, () => generate(cafe, sent)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    await generate(cafe, sale(customer.document))
    expect(await generate(cafe, sent)).toMatchObject({ status: 201, text: answers[0]!.text })
    expect(await pointsOf(customer.headers)).toEqual({ amount_balance: 200, value_balance: 200 })
  })

  test.each([
    ['another value', { purchase_value: 9_999 }],
    ['another shop', { subsidiary_name: 'Loja 2' }],
    ['another customer', { customer: { document: newCpf() } }],
  ])(
    'a sale with a known external_id and %s gets idempotency_mismatch [D3]',
    async (_, changes) => {
      const customer = await world.registered(cafe)
      const sent = sale(customer.document)
      await generate(cafe, sent)
      const before = await recordCount()
      const answer = await generate(cafe, { ...sent, ...changes })
      expect(errorOf(answer)).toEqual({ status: 422, type: 'idempotency_mismatch' })
      expect(await recordCount()).toBe(before)
      expect(await pointsOf(customer.headers)).toEqual({ amount_balance: 100, value_balance: 100 })
    },
  )

  test('of 8 concurrent sales to different customers with one external_id, one succeeds [D3]', async () => {
    const customers = await Promise.all(Array.from({ length: 8 }, () => world.registered(cafe)))
    const { external_id } = sale('')
    const answers = await Promise.all(
      customers.map(({ document }) => generate(cafe, sale(document, { external_id }))),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201).map(errorOf)
    expect(refused).toEqual(Array(7).fill({ status: 422, type: 'idempotency_mismatch' }))
  })

  test('two companies can use the same external_id [D3]', async () => {
    const { external_id } = sale('')
    const [here, there] = [await world.registered(cafe), await world.registered(posto)]
    expect((await generate(cafe, sale(here.document, { external_id }))).status).toBe(201)
    expect((await generate(posto, sale(there.document, { external_id }))).status).toBe(201)
    // 1 point a real in the café, 5 % of the purchase in the posto.
    expect(await pointsOf(here.headers)).toMatchObject({ amount_balance: 100 })
    expect(await pointsOf(there.headers)).toMatchObject({ value_balance: 500 })
  })

  test('a sale can name a rule by id; another company’s rule gets unknown_calculation_rule [D4]', async () => {
    const loja = await companyWith(
      'loja',
      {},
      {
        calculation_rules: [
          { name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 },
          { name: 'Em dobro', type: 'POINTS_PER_REAL', rate: 2 },
        ],
      },
    )
    const rule = await row<{ id: string }>(
      world.database,
      sql`select id from calculation_rule where company_id = ${loja.id} and name = 'Em dobro'`,
    )
    const doubled = sale(newCpf(), { calculation_rule_id: rule!.id })
    expect((await generate(loja, doubled)).body).toMatchObject({ points_amount: 200 })
    const document = newCpf()
    const foreign = await generate(cafe, sale(document, { calculation_rule_id: rule!.id }))
    expect(errorOf(foreign)).toEqual({ status: 422, type: 'unknown_calculation_rule' })
    const records = await rows(
      world.database,
      sql`select 1 from points_record
      join customer on customer.company_id = points_record.company_id and customer.id = customer_id
     where document = ${document}`,
    )
    expect(records).toEqual([])
  })
})

describe('the calculation', () => {
  test.each([
    ['1 point per real', {}, 12_399, 123, 123],
    [
      'a fraction of a point per real (D4 example 3: R$ 100,00 earns 33)',
      { rate: 0.33 },
      10_000,
      33,
      33,
    ],
    ['three decimals, exactly', { rate: 1.005 }, 100_000, 1_005, 1_005],
    ['less than a point', {}, 99, 0, 0],
    ['5.5 % of the purchase', { type: 'PERCENTAGE', rate: 5.5 }, 999, 54, 54],
    ['below the minimum purchase', { minimum_purchase_value: 5_000 }, 4_999, 0, 0],
    ['at the minimum purchase', { minimum_purchase_value: 5_000 }, 5_000, 50, 50],
    [
      'the largest purchase at the largest rate',
      { rate: 1000 },
      100_000_000,
      1_000_000_000,
      1_000_000_000,
    ],
  ])(
    'a sale gives the expected points and value: %s [D4]',
    async (_, rule, purchase_value, points_amount, points_value) => {
      const company = await companyWith(newSlug(), rule)
      const answer = await generate(company, sale(newCpf(), { purchase_value }))
      expect(answer.body).toMatchObject({ points_amount, points_value })
    },
  )

  test.each([
    [10, { rate: 3 }, 1_000, 30, 300],
    [1000, { rate: 3 }, 1_000, 30, 3],
    [7, { rate: 1 }, 1_000, 10, 142],
    [10, { type: 'PERCENTAGE', rate: 5 }, 1_990, 9, 99],
  ])(
    'a sale’s money value is rounded down once, at %i points per real [D4]',
    async (points_per_real, rule, purchase_value, points_amount, points_value) => {
      const company = await companyWith(newSlug(), rule, { points_per_real })
      const answer = await generate(company, sale(newCpf(), { purchase_value }))
      expect(answer.body).toMatchObject({ points_amount, points_value })
    },
  )
})

describe('POST /partner/points/simulate', () => {
  const simulate = (company: TestCompany, body: object) =>
    call('POST /partner/points/simulate', { body, headers: asPartner(company) })

  test('a simulation returns the points that the sale would earn and changes nothing [D3]', async () => {
    const company = await companyWith('simulada', { cap: 50, expires_in: { days: 10 } })
    const sent = sale(newCpf(), { purchase_value: 10_000 })
    const before = await recordCount()
    const simulated = await simulate(company, sent)
    expect(simulated).toMatchObject({ status: 200, body: { points_amount: 50 } })
    expect(await recordCount()).toBe(before)
    const created = await rows(
      world.database,
      sql`select 1 from customer where document = ${sent.customer.document}`,
    )
    expect(created).toEqual([])
    expect((await generate(company, sent)).body).toMatchObject(simulated.body as object)
  })

  test('a simulation refuses an unknown customer, and an unknown or inactive rule, as the sale does [D3]', async () => {
    const company = await companyWith('encerrada', { valid_to: '2026-11-19' })
    const refused = [
      await simulate(cafe, sale('', { customer: { email: 'ninguem@exemplo.com.br' } })),
      await simulate(cafe, sale(newCpf(), { calculation_rule_id: crypto.randomUUID() })),
      await simulate(company, sale(newCpf())),
    ]
    expect(refused.map((answer) => errorOf(answer).type)).toEqual([
      'customer_not_found',
      'unknown_calculation_rule',
      'inactive_calculation_rule',
    ])
  })
})

describe('the reported calculation', () => {
  test.each([
    ['the part paid with points earns nothing', {}, { base: 6_000, points_value: 4_000 }, 60],
    [
      'earns_on_points lets that part earn too',
      { earns_on_points: true },
      { base: 10_000, points_value: 4_000 },
      100,
    ],
    ['a cap is reported if it applied', { cap: 7 }, { base: 6_000, cap: 7 }, 7],
    [
      'a minimum is reported if it applied',
      { minimum_purchase_value: 20_000 },
      { minimum_purchase_value: 20_000 },
      0,
    ],
  ])('the reported calculation: %s [D4]', async (_, rule, calculation, points_amount) => {
    const company = await companyWith(newSlug(), rule)
    const sent = sale(newCpf(), { purchase_value: 10_000, points_value: 4_000 })
    expect((await generate(company, sent)).body).toMatchObject({ points_amount, calculation })
  })

  test('a purchase paid fully with points earns nothing, and what exceeds it does not count [D4]', async () => {
    for (const points_value of [10_000, 10_001]) {
      const all = sale(newCpf(), { purchase_value: 10_000, points_value })
      expect((await generate(cafe, all)).body).toMatchObject({
        points_amount: 0,
        calculation: { points_value: 10_000 },
      })
    }
  })

  test('without a named rule the first rule valid today is used [D4]', async () => {
    const loja = await companyWith(
      newSlug(),
      {},
      {
        calculation_rules: [
          {
            name: 'Natal',
            type: 'POINTS_PER_REAL',
            rate: 3,
            valid_from: '2026-12-01',
            valid_to: '2026-12-31',
          },
          { name: 'Sempre', type: 'POINTS_PER_REAL', rate: 1 },
        ],
      },
    )
    const answer = await generate(loja, sale(newCpf()))
    expect(answer.body).toMatchObject({ points_amount: 100, calculation: { rule: 'Sempre' } })
    const rule = await row<{ id: string }>(
      world.database,
      sql`select id from calculation_rule where company_id = ${loja.id} and name = 'Natal'`,
    )
    const early = await generate(loja, sale(newCpf(), { calculation_rule_id: rule!.id }))
    expect(errorOf(early)).toEqual({ status: 422, type: 'inactive_calculation_rule' })
  })
})

describe('a partner key', () => {
  const invalid_key = {
    status: 401,
    message: 'Chave do caixa inválida. Fale com o administrador.',
    data: { type: 'invalid_key' },
  }

  test('a missing, malformed, foreign or revoked partner key gets invalid_key; nothing changes [D3]', async () => {
    const before = await recordCount()
    const swapped = cafe.key.replace(cafe.id.replaceAll('-', ''), posto.id.replaceAll('-', ''))
    const loja = await world.createCompany('revogada', {})
    await row(
      world.database,
      sql`update partner_key set revoked_at = ${world.now()} where company_id = ${loja.id}`,
    )
    for (const key of ['', 'x', `${cafe.key}x`, cafe.key.slice(0, -1), swapped, loja.key]) {
      const headers = asPartner({ key })
      const answer = await call('POST /partner/points/generate', { body: sale(newCpf()), headers })
      expect(answer.body).toEqual(invalid_key)
    }
    const none = await call('POST /partner/points/generate', { body: sale(newCpf()) })
    expect(none.body).toEqual(invalid_key)
    expect(await recordCount()).toBe(before)
  })

  test('a partner key is stored with its day of last use, but without its text [D3]', async () => {
    await generate(posto, sale(newCpf()))
    const stored = await row<{ name: string; last_used_on: string; text: string }>(
      world.database,
      sql`select name, last_used_on, partner_key::text as text from partner_key where company_id = ${posto.id}`,
    )
    expect(stored).toMatchObject({ name: 'Caixa', last_used_on: '2026-11-20' })
    expect(stored!.text).not.toContain(posto.key)
  })

  test('a blocked company’s partner key gets company_unavailable, and no points are earned [R1.3]', async () => {
    const loja = await world.createCompany('fechada', { blocked: true })
    const before = await recordCount()
    const answer = await generate(loja, sale(newCpf()))
    expect(errorOf(answer)).toEqual({ status: 403, type: 'company_unavailable' })
    expect(await recordCount()).toBe(before)
    const customers = await rows(
      world.database,
      sql`select id from customer where company_id = ${loja.id}`,
    )
    expect(customers).toEqual([])
  })
})

let slugs = 0
function newSlug(): string {
  slugs += 1
  return `empresa-${slugs}`
}
