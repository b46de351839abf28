import { describe, expect, test } from 'vitest'

import { expireIntentions } from '#api/intention/expire.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { createSandbox, programme, webhook } from '#api/testing/worlds/sandbox.ts'
import { validRequest } from '#api/testing/worlds/valid-request.ts'
import { asPartner, createWorld, errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'
import { addDays, localDate } from '#contract/value/date.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world
const { shop, sandbox, till, sandboxOf, answerOf, newCustomer, moveTo, pass, expectAudited } =
  await createSandbox(world)
const keys = ['POST /partner/sandbox/customer', 'POST /partner/sandbox/clock'] as const
const ana = { document: newCpf(), email: 'ana@exemplo.com.br', password: 'segredo1' }

async function balanceOf({ headers }: { headers: Record<string, string> }) {
  const { amount_balance } = await answerOf('GET /customer/balance', { headers })
  return amount_balance
}

describe('a test key', () => {
  test('a test key begins with fiel_test_, and a real partner key does not [D20]', () => {
    expect(sandbox.key).toMatch(/^fiel_test_[0-9a-f]{32}_[\w-]{43}$/)
    expect(shop.key).toMatch(/^fiel_[0-9a-f]{32}_[\w-]{43}$/)
  })

  test('a test key gets 401 without its test_ prefix, as a real key does with it [D20]', async () => {
    const before = await fingerprint(database)
    for (const key of [
      sandbox.key.replace('test_', ''),
      shop.key.replace('fiel_', 'fiel_test_'),
      sandbox.key.replace(sandbox.id.replaceAll('-', ''), shop.id.replaceAll('-', '')),
    ]) {
      const answer = await call('POST /partner/points/generate', {
        headers: asPartner({ key }),
        body: sale(newCpf()),
      })
      expect(errorOf(answer)).toEqual({ status: 401, type: 'invalid_key' })
    }
    expect(await fingerprint(database)).toEqual(before)
  })

  test('a test key finds no customer of the real company, and a real key finds none of the sandbox [T4]', async () => {
    const real = await world.registered(shop)
    const tried = await newCustomer()
    const lookUp = (headers: Record<string, string>, document: string) =>
      call('GET /partner/customer', { headers, query: { document } })
    expect(errorOf(await lookUp(till, real.document)).type).toBe('customer_not_found')
    expect(errorOf(await lookUp(asPartner(shop), tried.document)).type).toBe('customer_not_found')
    expect((await lookUp(till, tried.document)).body).toMatchObject({ can_spend: true })
  })
})

describe.each(keys)('%s', (key) => {
  test('a sandbox call with a real key, no key or a wrong body is refused and changes nothing [D20]', async () => {
    const request = validRequest(key, ana)
    // A key's first call of a day writes that day, so make it before the test.
    await call('GET /partner/calculation-rule', { headers: asPartner(shop) })
    await call('GET /partner/calculation-rule', { headers: till })
    const before = await fingerprint(database)
    const real = await call(key, { ...request, headers: asPartner(shop) })
    expect(errorOf(real)).toEqual({ status: 403, type: 'forbidden' })
    expect(errorOf(await call(key, request))).toEqual({ status: 401, type: 'invalid_key' })
    const wrong = await call(key, { headers: till, body: { document: '1', now: 'amanhã' } })
    expect(errorOf(wrong)).toMatchObject({ status: 422, type: 'validation' })
    expect(await fingerprint(database)).toEqual(before)
  })
})

test('a sandbox’s customer is registered once, and takes over the points of a pre-registration [D3]', async () => {
  const document = newCpf()
  const body = { document, name: 'Rui Melo' }
  await answerOf('POST /partner/points/generate', { body: sale(document) })
  const [one, two] = await Promise.all([
    answerOf('POST /partner/sandbox/customer', { body }),
    answerOf('POST /partner/sandbox/customer', { body }),
  ])
  expect(one.customer_id).toBe(two.customer_id)
  expect(one.token).not.toBe(two.token)
  const headers = { 'company-id': one.company_id, authorization: `Bearer ${two.token}` }
  expect(await answerOf('GET /customer', { headers })).toMatchObject({ name: 'Rui Melo', document })
  expect(await answerOf('GET /points', { headers })).toMatchObject([{ points_amount: 100 }])
  expect(world.mails.filter(({ company_id }) => company_id === sandbox.id)).toEqual([])
})

test('a customer may take the email of a later sandbox customer, who then gets another [D3]', async () => {
  const { headers } = await newCustomer()
  const document = newCpf()
  const body = { email: `${document}@sandbox.invalid` }
  expect((await call('PUT /customer', { headers, body })).status).toBe(200)
  const made = await answerOf('POST /partner/sandbox/customer', { body: { document } })
  const [later] = await rows<{ email: string }>(
    database,
    sql`select email from customer where company_id = ${sandbox.id} and id = ${made.customer_id}`,
  )
  // The address of the first customer is not given to the second one.
  expect(later!.email).not.toBe(body.email)
})

test('a sandbox’s statement ends at the latest on the sandbox’s own current day [R7.3]', async () => {
  const { headers } = await newCustomer()
  // 400 days after the time of the system's clock, which is not the clock of `world`.
  const ahead = await moveTo(new Date(Date.now() + 400 * 86_400_000).toISOString())
  const { headers: later } = await newCustomer()
  const today = localDate(new Date(ahead.now), 'America/Sao_Paulo')
  const statement = (headers: Record<string, string>, to: string) =>
    call('GET /points/statement/{format}', {
      headers,
      params: { format: 'csv' },
      query: { from: today, to },
    })
  expect((await statement(later, today)).status).toBe(200)
  expect(errorOf(await statement(later, addDays(today, 1))).type).toBe('validation')
  expect(errorOf(await statement(headers, today)).type).toBe('unauthenticated')
})

test('a sandbox’s points become available and expire as the sandbox’s clock moves; the audit agrees [D4]', async () => {
  const customer = await newCustomer()
  await answerOf('POST /partner/points/generate', { body: sale(customer.document) })
  const real = await world.registered(shop)
  await world.generate(shop, sale(real.document))
  expect(await balanceOf(customer)).toBe(0)
  await pass(3)
  expect(await balanceOf(customer)).toBe(100)
  expect(await balanceOf(real)).toBe(0)
  await expectAudited()
  // A sale of each company in one batch: each is dated by its own clock.
  const [ahead, present] = await Promise.all([
    answerOf('POST /partner/points/generate', { body: sale(customer.document) }),
    world.generate(shop, sale(real.document)),
  ])
  expect(ahead.created_at > (present.body as { created_at: string }).created_at).toBe(true)
  expect(present.body).toMatchObject({ created_at: world.now().toISOString() })
  await pass(31)
  expect(await balanceOf(customer)).toBe(100)
  await pass(5)
  expect(await balanceOf(customer)).toBe(0)
  await expectAudited()
})

test('a sandbox’s intention expires by the sandbox’s clock, and the webhook event is due at once [D5]', async () => {
  const customer = await newCustomer()
  await answerOf('POST /partner/points/generate', { body: sale(customer.document) })
  await pass(3)
  const opened = await answerOf('POST /partner/points/intention', {
    body: sale(customer.document, { points_amount: 10 }),
  })
  // The job of all companies does not look at the servers' clock here.
  await expireIntentions(database, world.now())
  const read = () => answerOf('GET /partner/points/intention/{id}', { params: { id: opened.id } })
  expect(await read()).toMatchObject({ status: 'PENDING' })
  await moveTo(opened.expires_at)
  expect(await read()).toMatchObject({ status: 'EXPIRED' })
  expect(await balanceOf(customer)).toBe(100)
  const events = await rows(
    database,
    sql`select webhook_event.type, url, due_at <= ${world.now()} as is_due,
               webhook_event.created_at > ${world.now()} as is_ahead
          from webhook_event
          join webhook_delivery on webhook_delivery.company_id = webhook_event.company_id and event_id = webhook_event.id
          join webhook_endpoint
            on webhook_endpoint.company_id = webhook_event.company_id and webhook_endpoint.id = endpoint_id
         where webhook_event.company_id = ${sandbox.id}
         order by webhook_event.id desc
         limit 1`,
  )
  expect(events).toEqual([
    {
      type: 'intention.expired',
      url: webhook,
      is_due: true,
      is_ahead: true,
    },
  ])
  await expectAudited()
})

test('moving a sandbox’s clock ends no intention of another company [T4]', async () => {
  const other = await sandboxOf('cafe')
  const headers = asPartner(other)
  const document = newCpf()
  await answerOf('POST /partner/sandbox/customer', { headers, body: { document } })
  await answerOf('POST /partner/points/generate', { headers, body: sale(document) })
  const { id } = await answerOf('POST /partner/points/intention', {
    headers,
    body: sale(document, { points_amount: 10 }),
  })
  await rows(
    database,
    sql`insert into sandbox_clock (company_id, ahead_ms) values (${other.id}, 86400000)`,
  )
  await pass(1)
  const stored = await rows(
    database,
    sql`select status from intention where company_id = ${other.id} and id = ${id}`,
  )
  expect(stored).toEqual([{ status: 'PENDING' }])
})

test('a sandbox’s voucher has a test code, takes no real stock and expires by the sandbox’s clock [D8]', async () => {
  const customer = await newCustomer()
  await answerOf('POST /partner/points/generate', { body: sale(customer.document) })
  await pass(3)
  const { headers, document } = customer
  const prizes = await answerOf('GET /prize', { headers })
  const ids = ['Café', 'Pão'].map((name) => prizes.find((prize) => prize.name === name)!.id)
  const [coffee, bread] = await answerOf('POST /voucher/generate', {
    headers,
    body: {
      customer_document: document,
      products: ids.map((prize_id) => ({ prize_id, quantity: 1 })),
    },
  })
  expect(bread!.code).toMatch(/^TESTE-1-\d{3}$/)
  const real = await world.registered(shop)
  expect(await answerOf('GET /prize', { headers: real.headers })).toMatchObject([
    { name: 'Café', stock_left: 5 },
    { name: 'Pão', stock_left: 1 },
  ])
  await pass(8)
  const late = await call('POST /partner/voucher/{code}/withdraw', {
    headers: till,
    params: { code: coffee!.code },
    body: { subsidiary_name: 'Loja 1' },
  })
  expect(errorOf(late).type).toBe('voucher_expired')
  await expectAudited()
})

test('a sandbox’s customer can be erased after the clock has moved, and the audit agrees [D16]', async () => {
  const customer = await newCustomer()
  await answerOf('POST /partner/points/generate', { body: sale(customer.document) })
  await pass(3)
  // An account without a password is erased within 10 minutes of a sign-in.
  const { token } = await answerOf('POST /partner/sandbox/customer', {
    body: { document: customer.document },
  })
  const headers = { ...customer.headers, authorization: `Bearer ${token}` }
  const { forfeits } = await answerOf('GET /customer/erasure', { headers })
  expect(forfeits).toMatchObject({ points_amount: 100 })
  const erased = await call('DELETE /customer', { headers, body: { forfeits } })
  expect(erased.status, erased.text).toBe(204)
  await expectAudited()
})

test('monthly levels until 2099 are settled when the sandbox’s clock moves there [D6]', async () => {
  await world.createCompany('ciclos', {
    settings: { levels_system: 'RENOVATION', renovation_interval: 1 },
    levels: [
      { name: 'Bronze', trigger_amount: 0 },
      { name: 'Prata', trigger_amount: 50 },
    ],
  })
  const headers = asPartner(await sandboxOf('ciclos'))
  const document = newCpf()
  await answerOf('POST /partner/points/generate', { headers, body: sale(document) })
  const read = () => answerOf('GET /partner/customer', { headers, query: { document } })
  expect(await read()).toMatchObject({ level: { name: 'Prata' } })
  await answerOf('POST /partner/sandbox/clock', { headers, body: { now: '2099-12-31T00:00:00Z' } })
  expect(await read()).toMatchObject({ level: { name: 'Bronze' } })
  await expectAudited()
})

test('a sandbox’s clock never goes back, and a repeated call leaves it unchanged [D20]', async () => {
  const { now } = await pass(1)
  expect(await moveTo(now)).toEqual({ now })
  expect(await moveTo('2026-11-20T15:00:00-03:00')).toEqual({ now })
  const late = await call('POST /partner/sandbox/clock', {
    headers: till,
    body: { now: '2100-01-01T00:00:00Z' },
  })
  expect(errorOf(late)).toMatchObject({ status: 422, type: 'validation' })
  expect(await moveTo(now)).toEqual({ now })
})

test('a sandbox’s clock moves no other sandbox’s clock, and ends a session after 60 days [T4 D10]', async () => {
  await world.createCompany('outro', programme, { 'paes.txt': ['REAL-2'] })
  const other = asPartner(await sandboxOf('outro'))
  const read = () =>
    call('POST /partner/sandbox/clock', { headers: other, body: { now: '2026-01-01T00:00:00Z' } })
  const customer = await newCustomer()
  await pass(61)
  expect((await read()).body).toEqual({ now: world.now().toISOString() })
  const over = await call('GET /customer', { headers: customer.headers })
  expect(errorOf(over).type).toBe('unauthenticated')
})
