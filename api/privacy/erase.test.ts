import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, test } from 'vitest'

import { consume, grant } from '#api/testing/worlds/movement.ts'
import {
  errorOf,
  asGuest,
  asPartner,
  createWorld,
  registration,
  sale,
} from '#api/testing/worlds/world.ts'
import { personalData } from '#contract/person/personal-data.ts'
import type { ErasurePreview } from '#contract/privacy.ts'
import type { Voucher } from '#contract/voucher.ts'
import { row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const shop = await world.createCompany('padaria', {
  prizes: [{ key: 'um', name: 'Pão', value: 10, stock: 1000 }],
  levels: [
    { name: 'Início', trigger_amount: 0 },
    { name: 'Ouro', trigger_amount: 100 },
  ],
  settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
  promotions: [
    {
      code: 'NOVO',
      name: 'Boas-vindas',
      starts_at: '2026-01-01',
      ends_at: '2027-12-31',
      filters: { NEW_REGISTER: { days: 30 } },
      action: { GENERATE_POINTS: { amount: 5 } },
    },
  ],
  webhooks: [{ url: 'https://padaria.exemplo.com.br/fiel' }],
})
const till = asPartner(shop)

beforeEach(() => world.moveClock('2026-11-20T15:00:00Z'))

type Person = Awaited<ReturnType<typeof world.registered>>

async function preview({ headers }: Pick<Person, 'headers'>): Promise<ErasurePreview> {
  const answer = await call('GET /customer/erasure', { headers })
  expect(answer.status, answer.text).toBe(200)
  return answer.body as ErasurePreview
}

async function leave(person: Pick<Person, 'headers' | 'password'>) {
  const { forfeits } = await preview(person)
  const body = { forfeits, current_password: person.password }
  return call('DELETE /customer', { headers: person.headers, body })
}

async function redeem({ document, headers }: Person): Promise<Voucher> {
  const [prize] = (await call('GET /prize', { headers })).body as [{ id: string }]
  const body = { customer_document: document, products: [{ prize_id: prize.id, quantity: 1 }] }
  const sent = { ...headers, 'idempotency-key': randomUUID() }
  const answer = await call('POST /voucher/generate', { headers: sent, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return (answer.body as [Voucher])[0]
}

async function charge({ document }: Person, points_amount: number): Promise<string> {
  const body = { ...sale(document), points_amount }
  const answer = await call('POST /partner/points/intention', { headers: till, body })
  expect(answer.status, answer.text).toBe(201)
  return (answer.body as { id: string }).id
}

/** A customer with a voucher, a hold, a favourite and an address. */
async function busyCustomer(): Promise<Person & { voucher: Voucher; intention: string }> {
  const customer = await world.confirmed(shop, 500)
  const { headers } = customer
  await call('PUT /customer', {
    headers,
    body: {
      name: 'Zuleica Canário',
      phone: `119${customer.document.slice(0, 8)}`,
      sex: 'F',
      address_street: 'Rua do Canário',
      address_city: 'Ourinhos',
      address_state: 'SP',
      address_postal_code: '19900000',
    },
  })
  await call('PUT /notification/preferences', {
    headers,
    body: { kind: 'level_changed', channel: 'push', is_on: true },
  })
  await call('POST /notification/subscription', {
    headers,
    body: {
      endpoint: `https://push.exemplo.com.br/${customer.id}`,
      keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
    },
  })
  const voucher = await redeem(customer)
  const intention = await charge(customer, 40)
  return { ...customer, voucher, intention }
}

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

/** Rows of every table that hold the text, in any column. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await rows<{ name: string }>(
    database,
    sql`select oid::regclass::text as name
          from pg_class
         where relnamespace in ('fiel'::regnamespace, 'pgboss'::regnamespace)
           and relkind = 'r'`,
  )
  const found = []
  for (const { name } of tables) {
    const { rowCount } = await database.query(
      `select from ${name} one where strpos(lower(one::text), lower($1)) > 0 limit 1`,
      [text],
    )
    if (rowCount) found.push(name)
  }
  return found
}

describe('DELETE /customer', () => {
  test('an erasure leaves no personal value in any table, and the audit of the ledger is clean [D16]', async () => {
    const customer = await busyCustomer()
    await world.mailedToken(shop, customer, 'LOGIN')
    await database.query(`select pgboss.create_queue('mail', '{"policy": "standard"}')`)
    await database.query(
      `insert into pgboss.job (name, data) select 'mail', data
         from (values (jsonb_build_object('kind', 'login_link', 'company_id', $1::text, 'email', $2::text)),
                      (jsonb_build_object('kind', 'password_reset', 'company_id', $1::text, 'email', null, 'document', $3::text)),
                      (jsonb_build_object('kind', 'email_confirmation', 'company_id', $1::text, 'customer_id', $4::text)))
              jobs (data)`,
      [shop.id, customer.email, customer.document, customer.id],
    )
    const values = [
      customer.email,
      customer.document,
      'Canário',
      '19900000',
      `119${customer.document.slice(0, 8)}`,
    ]
    for (const value of values) expect(await tablesWith(value), value).not.toEqual([])
    expect((await leave(customer)).status).toBe(204)
    for (const value of values) expect(await tablesWith(value), value).toEqual([])
    const jobs = await rows(
      database,
      sql`select from pgboss.job where data ->> 'customer_id' = ${customer.id}`,
    )
    expect(jobs).toEqual([])
    await auditIsClean()
  })

  test('an erasure treats each column as the map of personal data says [D16]', async () => {
    const customer = await busyCustomer()
    const before = await stored(customer.id)
    expect((await leave(customer)).status).toBe(204)
    const after = await stored(customer.id)
    expect(before.size).toBeGreaterThan(30)
    for (const [place, was] of before) {
      const [table, column] = place.split('.') as [string, string]
      const { erasure } = personalData[table]!.fields[column]!
      const is = after.get(place)!
      if (erasure === 'deleted') expect(is, place).toEqual([])
      else if (erasure === 'cleared')
        expect(
          is.filter((one) => one !== null && one !== 'false'),
          place,
        ).toEqual([])
      else if (erasure === 'replaced')
        expect(
          is.some((one) => was.includes(one)),
          place,
        ).toBe(false)
      else expect(is, place).toEqual(was)
    }
  })

  test('a second erasure gets 401, and the customer’s password, session and mailed link are invalid [D16]', async () => {
    const customer = await busyCustomer()
    const token = await world.mailedToken(shop, customer, 'LOGIN')
    expect((await leave(customer)).status).toBe(204)
    const body = {
      forfeits: { points_amount: 0, points_value: 0, vouchers: 0 },
      current_password: customer.password,
    }
    const again = await call('DELETE /customer', { headers: customer.headers, body })
    expect(errorOf(again)).toMatchObject({ status: 401, type: 'unauthenticated' })
    expect((await call('GET /customer', { headers: customer.headers })).status).toBe(401)
    const login = { identifier: customer.email, password: customer.password }
    const headers = asGuest(shop)
    expect((await call('POST /customer/login', { headers, body: login })).status).toBe(422)
    const link = { token, email: customer.email }
    const linked = await call('POST /customer/login', { headers, body: link })
    expect(errorOf(linked)).toMatchObject({ type: 'expired_token' })
    const events = await rows(
      database,
      sql`select from webhook_event
           where company_id = ${shop.id} and type = 'customer.erased' and data ->> 'customer_id' = ${customer.id}`,
    )
    expect(events).toHaveLength(1)
  })

  test('an erasure ends the hold of a till, and the till’s capture is then refused [D16 D5]', async () => {
    const customer = await busyCustomer()
    await call('POST /points/intention/{id}/confirm', {
      headers: customer.headers,
      params: { id: customer.intention },
    })
    const { forfeits } = await preview(customer)
    // The sale earned 500 and a voucher cost 10. The held points are forfeited too.
    expect(forfeits).toEqual({ points_amount: 490, points_value: 490, vouchers: 1 })
    expect((await leave(customer)).status).toBe(204)
    const capture = await call('POST /partner/points/intention/{id}/capture', {
      headers: till,
      params: { id: customer.intention },
      body: {},
    })
    expect(errorOf(capture)).toMatchObject({ type: 'intention_over' })
    const hold = await row(
      database,
      sql`select ended_at is not null as has_ended, captured_record_id from hold where id = ${customer.intention}`,
    )
    expect(hold).toEqual({ has_ended: true, captured_record_id: null })
    await auditIsClean()
  })

  test('an erasure cancels open vouchers, which then neither are withdrawn nor give points back [D16 D8]', async () => {
    const customer = await busyCustomer()
    const withdrawn = await redeem(customer)
    const handOver = (code: string) =>
      call('POST /partner/voucher/{code}/withdraw', {
        headers: till,
        params: { code },
        body: { subsidiary_name: 'Loja 1' },
      })
    expect((await handOver(withdrawn.code)).status).toBe(200)
    expect((await leave(customer)).status).toBe(204)
    expect(errorOf(await handOver(customer.voucher.code))).toMatchObject({
      type: 'voucher_cancelled',
    })
    const params = { code: customer.voucher.code }
    const cancel = await call('POST /partner/voucher/{code}/cancel', { headers: till, params })
    expect(errorOf(cancel)).toMatchObject({ type: 'voucher_cancelled' })
    await auditIsClean()
  })

  test('an erasure is refused with the new figures if points arrived since the preview [D16]', async () => {
    const customer = await world.confirmed(shop, 100)
    const { forfeits } = await preview(customer)
    await world.generate(shop, sale(customer.document))
    const body = { forfeits, current_password: customer.password }
    const answer = await call('DELETE /customer', { headers: customer.headers, body })
    expect(errorOf(answer)).toMatchObject({ status: 409, type: 'forfeit_changed' })
    expect(answer.body).toMatchObject({ data: { details: { points_amount: 200, vouchers: 0 } } })
    expect((await call('GET /customer', { headers: customer.headers })).status).toBe(200)
  })
})

describe('after an erasure', () => {
  // Stands for a call that found the customer before the erasure and reaches the engine after it.
  test('commands that name the erased customer get unauthenticated [D16]', async () => {
    const customer = await world.confirmed(shop, 100)
    expect((await leave(customer)).status).toBe(204)
    expect(await grant(world, shop, customer, 10)).toMatchObject({ error: 'unauthenticated' })
    expect(await consume(world, shop, customer, 10)).toMatchObject({ error: 'unauthenticated' })
    await auditIsClean()
  })

  const activate = ({ headers }: Person) =>
    call('POST /promotion/{code}/activate', { headers, params: { code: 'NOVO' } })

  test('an erased customer’s CPF can register again, but gets no promotion for newcomers [D16 T17]', async () => {
    const customer = await busyCustomer()
    expect((await activate(customer)).status).toBe(201)
    expect((await leave(customer)).status).toBe(204)
    const { document, email } = customer
    const again = await world.registered(shop, { document, email })
    expect(again.id).not.toBe(customer.id)
    const token = await world.mailedToken(shop, again, 'CONFIRMATION')
    await call('POST /customer/email-confirmation', { headers: again.headers, body: { token } })
    expect(await preview(again)).toMatchObject({
      forfeits: { points_amount: 0, points_value: 0, vouchers: 0 },
    })
    expect((await call('GET /points', { headers: again.headers })).body).toEqual([])
    expect(errorOf(await activate(again))).toMatchObject({ status: 422, type: 'invalid_promotion' })
    // Another person, and the same person at another company, are newcomers.
    expect((await activate(await world.confirmed(shop))).status).toBe(201)
  })

  test('an erased CPF, registered again, gets points earned since, but no newcomer promotion [D16 T17]', async () => {
    const customer = await world.confirmed(shop)
    expect((await leave(customer)).status).toBe(204)
    const { document } = customer
    expect((await world.generate(shop, sale(document))).status).toBe(201)
    const again = await world.registered(shop, { ...registration(), document })
    const token = await world.mailedToken(shop, again, 'CONFIRMATION')
    await call('POST /customer/email-confirmation', { headers: again.headers, body: { token } })
    expect(await preview(again)).toMatchObject({ forfeits: { points_amount: 100 } })
    expect(errorOf(await activate(again))).toMatchObject({ type: 'invalid_promotion' })
  })

  test('after an erasure a return still changes the ledger, and the audit is clean [D16 D4]', async () => {
    const customer = await world.confirmed(shop)
    const { body } = await world.generate(shop, sale(customer.document))
    expect((await leave(customer)).status).toBe(204)
    const returned = await call('POST /partner/points/{id}/reverse', {
      headers: till,
      params: { id: (body as { id: string }).id },
      body: { external_id: randomUUID() },
    })
    expect(returned.status, returned.text).toBe(201)
    await auditIsClean()
  })
})

/** The values of each column of the map in the customer's rows, of tables that name the customer. */
async function stored(customer_id: string): Promise<Map<string, (string | null)[]>> {
  const found = new Map<string, (string | null)[]>()
  const columns = await rows<{ name: string }>(
    database,
    sql`select table_name as name
          from information_schema.columns
         where table_schema = 'fiel' and column_name = 'customer_id'`,
  )
  for (const [table, { fields }] of Object.entries(personalData)) {
    const owner =
      table === 'customer' ? 'id' : table === 'idempotency' ? 'principal_id' : 'customer_id'
    if (owner === 'customer_id' && !columns.some(({ name }) => name === table)) continue
    for (const column of Object.keys(fields)) {
      const { rows: values } = await database.query<{ value: string | null }>(
        `select ${column}::text as value from ${table} where ${owner} = $1 order by value`,
        [customer_id],
      )
      if (values.length > 0)
        found.set(
          `${table}.${column}`,
          values.map(({ value }) => value),
        )
      else found.set(`${table}.${column}`, [])
    }
  }
  return found
}
