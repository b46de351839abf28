import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { type Answer, createWorld, newCpf, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { TestCompany } from '#api/testing/worlds/world.ts'
import { row, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const crowd = 50

const offer = {
  code: 'VERAO',
  name: 'Verão',
  starts_at: '2026-11-01',
  ends_at: '2026-11-30',
  action: { GENERATE_POINTS: { amount: 50 } },
}

/** A company with the promotion `offer` and these changes. */
function companyWith(changes: object, slug = `promo-${randomUUID().slice(0, 8)}`) {
  return world.createCompany(slug, { promotions: [{ ...offer, ...changes }] })
}

/** A customer whose email is confirmed. */
async function confirmed(company: TestCompany, changes: object = {}) {
  const customer = await world.registered(company, changes)
  const token = await world.mailedToken(company, customer, 'CONFIRMATION')
  await call('POST /customer/email-confirmation', { body: { token }, headers: customer.headers })
  return customer
}
type Session = { headers: Record<string, string> }

function activate(
  { headers: session }: Session,
  code = 'VERAO',
  address = '192.0.2.1',
  key?: string,
): Promise<Answer> {
  const headers = { ...session, ...(key && { 'idempotency-key': key }) }
  return call('POST /promotion/{code}/activate', { params: { code }, headers, address })
}

function readPromotion({ headers }: Session, code = 'VERAO'): Promise<Answer> {
  return call('GET /promotion/{code}', { params: { code }, headers })
}

async function pointsOf({ headers }: Session) {
  const { body } = await call('GET /customer/balance', { headers })
  return (body as { amount_balance: number }).amount_balance
}

/** All data that an activation changes. */
async function stateOf(company: TestCompany) {
  return row(
    database,
    sql`select (select sum(activations) from promotion where company_id = ${company.id}) as counted,
               (select count(*) from promotion_activation where company_id = ${company.id}) as activations,
               (select count(*) from points_record where company_id = ${company.id}) as records,
               (select sum(amount) from balance where company_id = ${company.id}) as points`,
  )
}

async function at<Result>(instant: string, run: () => Promise<Result>): Promise<Result> {
  const before = world.now().toISOString()
  world.moveClock(instant)
  try {
    return await run()
  } finally {
    world.moveClock(before)
  }
}

async function audited() {
  expect((await audit(database, world.now())).differences).toEqual([])
}

describe('POST /promotion/{code}/activate', () => {
  test('an activation credits points with their expiry, and the history names the promotion [R10.1 D9]', async () => {
    const company = await companyWith({
      image: 'logo.svg',
      description: 'Um sol de pontos',
      type: 'BANNER_CLICK',
      action: { GENERATE_POINTS: { amount: 50, expires_in: { days: 10 } } },
    })
    const customer = await confirmed(company)
    expect((await readPromotion(customer)).body).toEqual({
      id: expect.any(String),
      code: 'VERAO',
      name: 'Verão',
      description: 'Um sol de pontos',
      image_url: `/images/${company.id}/logo.svg`,
      type: 'BANNER_CLICK',
      starts_at: '2026-11-01',
      ends_at: '2026-11-30',
      filters: {
        NEW_REGISTER: null,
        ACTIVATIONS_LIMIT: { per_customer: 1, in_all: null },
        COMPLETE_PROFILE: false,
      },
      action: { GENERATE_POINTS: { amount: 50, expires_in: { days: 10 } } },
      points_amount: 50,
      points_value: 50,
      activatable: true,
      reason: null,
      details: null,
    })
    const answer = await activate(customer)
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(String),
      points_amount: 50,
      points_value: 50,
      expires_at: '2026-11-30',
      balance: { amount_balance: 50, value_balance: 50 },
      created_at: '2026-11-20T15:00:00.000Z',
    })
    const history = await call('GET /points', { headers: customer.headers })
    expect(history.body).toMatchObject([
      {
        type_id: 'GNR',
        origin: 'promotion',
        promotion: 'Verão',
        points_amount: 50,
        code: 'VERAO',
        source_key: expect.any(String),
        integrator_id: null,
        external_id: null,
      },
    ])
    expect((await readPromotion(customer)).body).toMatchObject({
      activatable: false,
      reason: 'promotion_used',
    })
    expect(await at('2026-12-01T02:59:59Z', () => pointsOf(customer))).toBe(50)
    expect(await at('2026-12-01T03:00:00Z', () => pointsOf(customer))).toBe(0)
    await audited()
  })

  test('a promotion’s points expire after months on the same day; without expires_in never [D9]', async () => {
    for (const [expires_in, expected] of [
      [{ months: 3 }, '2027-02-20'],
      [null, null],
    ] as const) {
      const company = await companyWith({ action: { GENERATE_POINTS: { amount: 1, expires_in } } })
      const answer = await activate(await confirmed(company))
      expect(answer.body).toMatchObject({ expires_at: expected })
    }
  })

  test('an activation accepts the promotion’s code in any case [R10.1]', async () => {
    const customer = await confirmed(await companyWith({}))
    expect((await readPromotion(customer, 'vErAo')).body).toMatchObject({ code: 'VERAO' })
    expect((await activate(customer, 'verao')).status).toBe(201)
    expect(errorOf(await activate(customer, 'VERAO')).type).toBe('promotion_used')
    expect(await pointsOf(customer)).toBe(50)
  })

  test('an unknown, foreign or removed promotion gets promotion_not_found [R10.2]', async () => {
    const slug = `promo-${randomUUID().slice(0, 8)}`
    const company = await companyWith({ code: 'FOI' }, slug)
    await companyWith({ code: 'ALHEIA' })
    const customer = await confirmed(company)
    await world.createCompany(slug, {})
    for (const code of ['FOI', 'ALHEIA', 'NADA']) {
      for (const answer of [await readPromotion(customer, code), await activate(customer, code)]) {
        expect(errorOf(answer)).toEqual({ status: 404, type: 'promotion_not_found' })
      }
    }
    expect(await pointsOf(customer)).toBe(0)
    expect(await stateOf(company)).toMatchObject({ counted: 0, activations: 0, records: 0 })
  })

  test('an activation outside the promotion’s days, by the company’s clock, gets inactive_promotion [R10.2]', async () => {
    const company = await companyWith({ starts_at: '2026-11-20', ends_at: '2026-11-20' })
    const customer = await confirmed(company)
    const before = await stateOf(company)
    for (const instant of ['2026-11-20T02:59:59Z', '2026-11-21T03:00:00Z']) {
      const answers = await at(instant, async () => [
        await readPromotion(customer),
        await activate(customer),
      ])
      for (const answer of answers) {
        expect(errorOf(answer)).toEqual({ status: 422, type: 'inactive_promotion' })
        expect(answer.body).toMatchObject({
          message: 'Esta promoção não está ativa no momento.',
        })
      }
    }
    expect(await stateOf(company)).toEqual(before)
    expect((await at('2026-11-20T03:00:00Z', () => readPromotion(customer))).status).toBe(200)
    expect((await at('2026-11-21T02:59:59Z', () => activate(customer))).status).toBe(201)
  })

  test('a promotion is activated once per customer, or as often as per_customer allows [D9]', async () => {
    const twice = await companyWith({ filters: { ACTIVATIONS_LIMIT: { per_customer: 2 } } })
    const customer = await confirmed(twice)
    expect((await activate(customer)).status).toBe(201)
    expect((await activate(customer)).status).toBe(201)
    expect(errorOf(await activate(customer))).toEqual({ status: 422, type: 'promotion_used' })
    expect(await pointsOf(customer)).toBe(100)
    expect(await stateOf(twice)).toMatchObject({ counted: 2, activations: 2, records: 2 })
  })

  test('an activation at the limit in_all gets invalid_promotion until the limit is raised [D9 D13]', async () => {
    const slug = `promo-${randomUUID().slice(0, 8)}`
    const limited = (in_all: number) =>
      companyWith({ filters: { ACTIVATIONS_LIMIT: { in_all } } }, slug)
    const company = await limited(1)
    const [ana, bia] = [await confirmed(company), await confirmed(company)]
    expect((await activate(ana)).status).toBe(201)
    const before = await stateOf(company)
    const details = { limit_in_all: 1 }
    expect((await activate(bia)).body).toMatchObject({
      status: 422,
      message: 'Esta promoção é inválida. O limite de ativações foi atingido.',
      data: { type: 'invalid_promotion', details },
    })
    expect((await readPromotion(bia)).body).toMatchObject({ reason: 'invalid_promotion', details })
    expect(await stateOf(company)).toEqual(before)
    await limited(2)
    expect((await activate(bia)).status).toBe(201)
    expect(errorOf(await activate(ana)).type).toBe('promotion_used')
  })

  test('NEW_REGISTER allows an activation until the end of the last day after registering [D9]', async () => {
    const company = await companyWith({ filters: { NEW_REGISTER: { days: 3 } } })
    const [ana, bia] = [await confirmed(company), await confirmed(company)]
    const last = await at('2026-11-24T02:59:59Z', () => activate(ana))
    expect(last.status).toBe(201)
    const late = await at('2026-11-24T03:00:00Z', () => activate(bia))
    expect(errorOf(late)).toEqual({
      status: 422,
      type: 'invalid_promotion',
      details: { new_register_days: 3 },
    })
    expect(await pointsOf(bia)).toBe(0)
  })

  test('NEW_REGISTER counts a pre-registered customer as new from their own registration [D9]', async () => {
    const company = await companyWith({ filters: { NEW_REGISTER: { days: 3 } } })
    const document = newCpf()
    await at('2026-01-10T15:00:00Z', () => world.generate(company, sale(document)))
    const customer = await confirmed(company, { document })
    const before = await pointsOf(customer)
    expect((await activate(customer)).status).toBe(201)
    expect(await pointsOf(customer)).toBe(before + 50)
    expect(await stateOf(company)).toMatchObject({ counted: 1, activations: 1 })
  })

  test('COMPLETE_PROFILE returns incomplete_profile until the profile is complete [D9]', async () => {
    const company = await companyWith({ filters: { COMPLETE_PROFILE: true } })
    const customer = await confirmed(company)
    expect((await readPromotion(customer)).body).toMatchObject({ reason: 'incomplete_profile' })
    expect(errorOf(await activate(customer))).toEqual({ status: 422, type: 'incomplete_profile' })
    expect(await pointsOf(customer)).toBe(0)
    const body = {
      sex: 'F',
      address_street: 'Rua A',
      address_district: 'Centro',
      address_city: 'Irati',
      address_state: 'PR',
      address_postal_code: '84500000',
    }
    await call('PUT /customer', { body, headers: customer.headers })
    expect((await activate(customer)).status).toBe(201)
  })

  test('an activation gets contact_unconfirmed until an email or phone is confirmed [T17]', async () => {
    const company = await companyWith({})
    const customer = await world.registered(company)
    const before = await stateOf(company)
    expect((await readPromotion(customer)).body).toMatchObject({ reason: 'contact_unconfirmed' })
    expect(errorOf(await activate(customer))).toEqual({
      status: 422,
      type: 'contact_unconfirmed',
    })
    expect(await stateOf(company)).toEqual(before)
    const token = await world.mailedToken(company, customer, 'CONFIRMATION')
    await call('POST /customer/email-confirmation', { body: { token }, headers: customer.headers })
    expect((await activate(customer)).status).toBe(201)
  })

  test.each(['a b', 'x'.repeat(61), 'ção', "';--"])(
    'a code that no promotion can have, %j, is not found [R10.2 D9]',
    async (code) => {
      const customer = await world.registered(await companyWith({}))
      for (const answer of [await readPromotion(customer, code), await activate(customer, code)]) {
        expect(errorOf(answer)).toEqual({ status: 404, type: 'promotion_not_found' })
      }
    },
  )

  test('an activation credits points that can be redeemed for a prize [D9]', async () => {
    const company = await world.createCompany(`promo-${randomUUID().slice(0, 8)}`, {
      promotions: [offer],
      prizes: [{ key: 'a', name: 'A', value: 50 }],
    })
    const customer = await confirmed(company)
    await activate(customer)
    const prize = await row<{ id: string }>(
      database,
      sql`select id from prize where company_id = ${company.id}`,
    )
    const products = [{ prize_id: prize!.id, quantity: 1 }]
    const body = { customer_document: customer.document, products }
    const answer = await call('POST /voucher/generate', { body, headers: customer.headers })
    expect(answer.status).toBe(201)
    expect(await pointsOf(customer)).toBe(0)
    await audited()
  })
})

describe('concurrent activations [T17]', () => {
  test('of 50 concurrent activations by one customer 1 succeeds', async () => {
    const company = await companyWith({})
    const customer = await confirmed(company)
    const answers = await Promise.all(Array.from({ length: crowd }, () => activate(customer)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await pointsOf(customer)).toBe(50)
    expect(await stateOf(company)).toMatchObject({ counted: 1, activations: 1, records: 1 })
  })

  test('of 50 concurrent activations with a limit of 7, 7 succeed and 43 get invalid_promotion', async () => {
    const company = await companyWith({ filters: { ACTIVATIONS_LIMIT: { in_all: 7 } } })
    const customers = await Promise.all(Array.from({ length: crowd }, () => confirmed(company)))
    const answers = await Promise.all(customers.map((customer) => activate(customer)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7)
    const others = answers.filter(({ status }) => status !== 201)
    expect(new Set(others.map((answer) => errorOf(answer).type))).toEqual(
      new Set(['invalid_promotion']),
    )
    expect(await stateOf(company)).toMatchObject({ counted: 7, activations: 7, points: '350' })
    await audited()
  })
})

test('one network activates a newcomer promotion for at most 31 new customers an hour [T17]', async () => {
  const company = await world.createCompany(`promo-${randomUUID().slice(0, 8)}`, {
    promotions: [
      { ...offer, filters: { NEW_REGISTER: { days: 7 } } },
      { ...offer, code: 'TODOS' },
    ],
  })
  const people = await Promise.all(Array.from({ length: crowd }, () => confirmed(company)))
  const farm = '203.0.113.9'
  const answers = await Promise.all(people.map((one) => activate(one, 'VERAO', farm)))
  const activated = people.filter((_, n) => answers[n]!.status === 201)
  expect(activated.length).toBeGreaterThanOrEqual(30)
  expect(activated.length).toBeLessThanOrEqual(31)
  const refused = people.filter((_, n) => answers[n]!.status !== 201)
  expect(answers.find(({ status }) => status !== 201)).toMatchObject({
    status: 429,
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  })
  expect(await stateOf(company)).toMatchObject({ activations: activated.length })

  // A repeated activation gets promotion_used, because the network's limit does not apply to it.
  expect(errorOf(await activate(activated[0]!, 'VERAO', farm)).type).toBe('promotion_used')
  expect((await activate(refused[0]!, 'VERAO', '198.51.100.7')).status).toBe(201)
  expect((await activate(refused[0]!, 'TODOS', farm)).status).toBe(201)
  await at('2026-11-20T16:00:00Z', async () => {
    expect((await activate(refused[1]!, 'VERAO', farm)).status).toBe(201)
  })
  await audited()
})

test('a network at its limit of newcomers still gets the answer of an activation that was repeated [T17 D2]', async () => {
  const company = await world.createCompany(`promo-${randomUUID().slice(0, 8)}`, {
    promotions: [
      {
        ...offer,
        filters: { NEW_REGISTER: { days: 7 }, ACTIVATIONS_LIMIT: { per_customer: 2 } },
      },
    ],
  })
  const first = await confirmed(company)
  const key = randomUUID()
  const shopNetwork = '203.0.113.10'
  const repeat = () => activate(first, 'VERAO', shopNetwork, key)
  const answer = await repeat()
  expect(answer.status).toBe(201)
  // More repeats than the network has activations: they do not count.
  for (let n = 0; n < 35; n += 1) expect(await repeat()).toMatchObject({ status: 201 })
  const people = await Promise.all(Array.from({ length: crowd }, () => confirmed(company)))
  const others = await Promise.all(people.map((one) => activate(one, 'VERAO', shopNetwork)))
  const activated = others.filter(({ status }) => status === 201)
  expect(activated.length).toBeGreaterThanOrEqual(29)
  expect(activated.length).toBeLessThanOrEqual(30)
  expect(await repeat()).toMatchObject({ status: 201, body: answer.body })
  expect(await pointsOf(first)).toBe(50)
})
