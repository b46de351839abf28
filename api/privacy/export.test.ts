import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import {
  asCustomer,
  asPartner,
  createWorld,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import { personalData } from '#contract/person/personal-data.ts'
import { CustomerData } from '#contract/privacy.ts'
import { openPool, rows, sql, timeLimits } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world
const shop = await world.createCompany('padaria', {
  prizes: [{ key: 'um', name: 'Pão', value: 10, stock: 100 }],
  levels: [
    { name: 'Início', trigger_amount: 0 },
    { name: 'Ouro', trigger_amount: 100 },
  ],
  settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
  promotions: [
    {
      code: 'BEMVINDO',
      name: 'Boas-vindas',
      starts_at: '2026-01-01',
      ends_at: '2027-01-01',
      action: { GENERATE_POINTS: { amount: 5 } },
    },
  ],
})

async function dataOf(
  headers: Record<string, string>,
): Promise<{ text: string; data: CustomerData }> {
  const answer = await call('GET /customer/data', { headers })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="meus-dados.json"')
  return { text: answer.text, data: CustomerData.parse(JSON.parse(answer.text)) }
}

/** A customer with a row in every section of the export. */
async function busyCustomer(company: TestCompany) {
  const customer = await world.confirmed(company, 500)
  const { headers } = customer
  const prizes = (await call('GET /prize', { headers })).body as { id: string }[]
  const params = { id: prizes[0]!.id }
  const voucher = {
    customer_document: customer.document,
    products: [{ prize_id: params.id, quantity: 2 }],
  }
  const answers = [
    await call('PUT /customer', {
      headers,
      body: {
        phone: `119${customer.document.slice(0, 8)}`,
        sex: 'F',
        opt_in_marketing: true,
        address_street: 'Rua do Canário',
        address_number: '77',
        address_complement: 'Fundos',
        address_district: 'Centro',
        address_city: 'Ourinhos',
        address_state: 'SP',
        address_postal_code: '19900000',
      },
    }),
    await call('PUT /prize/{id}/favorite', { headers, params }),
    await call('PUT /notification/preferences', {
      headers,
      body: { kind: 'points_received', channel: 'mail', is_on: true },
    }),
    await call('POST /voucher/generate', { headers, body: voucher }),
    await call('POST /promotion/{code}/activate', { headers, params: { code: 'BEMVINDO' } }),
    await call('POST /partner/points/intention', {
      headers: asPartner(company),
      body: sale(customer.document, { points_amount: 10 }),
    }),
  ]
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
  return customer
}

/** A customer who has taken in a busy account, and the id of that account. */
async function mergedCustomer(company: TestCompany) {
  const absorbed = await busyCustomer(company)
  await world.mailedToken(company, absorbed, 'LOGIN')
  await database.query(
    `insert into account (company_id, issuer, subject, customer_id, created_at)
     values ($1, 'https://contas.example', $2, $3, $4)`,
    [company.id, randomUUID(), absorbed.id, world.now()],
  )
  const intention = await call('GET /points/intention', { headers: absorbed.headers })
  const { id } = intention.body as { id: string }
  await call('DELETE /points/intention/{id}', { headers: absorbed.headers, params: { id } })
  const customer = await world.confirmed(company, 30)
  const { headers } = await staffOf(world, company, 'manager')
  const merge = await call('POST /admin/customer/{id}/merge', {
    headers,
    params: { id: customer.id },
    body: { absorbed_id: absorbed.id, proof: 'document', key: randomUUID() },
  })
  expect(merge.status, merge.text).toBe(201)
  return { customer, absorbedId: absorbed.id }
}

/** The columns of the account's stored values that the map of personal data does not withhold and the text lacks. */
async function missingFrom(text: string, customer_id: string): Promise<string[]> {
  const stored = await rows<{ table: string; column: string }>(
    database,
    sql`select table_name as table, column_name as column
          from information_schema.columns
         where table_schema = 'fiel'
           and data_type in ('text', 'date')
           and (table_name = 'customer'
                or table_name in (
                     select table_name from information_schema.columns where column_name = 'customer_id'))`,
  )
  const shown = stored.filter(
    ({ table, column }) => personalData[table]?.fields[column]?.withheld === null,
  )
  expect(shown.length).toBeGreaterThan(30)
  const missing = []
  for (const { table, column } of shown) {
    const owner = table === 'customer' ? 'id' : 'customer_id'
    const { rows: values } = await database.query<{ value: string }>(
      `select distinct ${column}::text as value from ${table} where ${owner} = $1 and ${column} is not null`,
      [customer_id],
    )
    missing.push(
      ...values.filter(({ value }) => !text.includes(value)).map(() => `${table}.${column}`),
    )
  }
  return missing
}

test('the export has every personal value that the map of personal data does not withhold [D16]', async () => {
  const customer = await busyCustomer(shop)
  await world.mailedToken(shop, customer, 'LOGIN')
  const { text } = await dataOf(customer.headers)
  expect(await missingFrom(text, customer.id)).toEqual([])
})

test('the export has every personal value of a merged account, too [D16]', async () => {
  const { customer, absorbedId } = await mergedCustomer(shop)
  const { text, data } = await dataOf(customer.headers)
  // The schema names each field of the file.
  expect(data).toEqual(JSON.parse(text))
  const { merged_accounts, vouchers } = data
  expect(merged_accounts).toHaveLength(1)
  // A merged account has its vouchers among those of the account that stays.
  expect(await missingFrom(JSON.stringify([merged_accounts, vouchers]), absorbedId)).toEqual([])
  const empty = Object.entries(merged_accounts[0]!).filter(
    ([, value]) => Array.isArray(value) && value.length === 0,
  )
  // No staff member has acted on this account.
  expect(empty.map(([section]) => section)).toEqual(['staff_acts'])
})

test('the export of a merged account with 2,500 notifications has each of them once [D16]', async () => {
  const { customer, absorbedId } = await mergedCustomer(shop)
  await database.query(
    `insert into notification (company_id, customer_id, type, data, created_at)
     select company_id, customer_id, type, data, created_at
       from (select * from notification where customer_id = $1 limit 1) one, generate_series(1, 2500)`,
    [absorbedId],
  )
  const { data } = await dataOf(customer.headers)
  const ids = data.merged_accounts[0]!.notifications.map(({ id }) => id)
  expect(ids.length).toBeGreaterThan(2_500)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the export has each section, agrees with the balance, and has nothing of another customer [D16]', async () => {
  const other = await busyCustomer(shop)
  const customer = await busyCustomer(shop)
  const { text, data } = await dataOf(customer.headers)
  expect(data.profile).toMatchObject({
    id: customer.id,
    document: customer.document,
    address: { address_street: 'Rua do Canário' },
    balance: { amount_balance: 475, held_amount: 10 },
  })
  expect(data.points.map(({ type_id, amount }) => [type_id, amount])).toEqual([
    ['GNR', 500],
    ['CNS', -10],
    ['CNS', -10],
    ['GNR', 5],
  ])
  expect(data.vouchers.map(({ state, prize }) => [state, prize.name])).toEqual([
    ['TO_WITHDRAW', 'Pão'],
    ['TO_WITHDRAW', 'Pão'],
  ])
  expect(data.consents.map(({ kind, is_granted }) => [kind, is_granted])).toEqual([
    ['MARKETING', true],
    ['OPT_IN', true],
  ])
  expect(data.sessions).toMatchObject([{ is_current: true }])
  expect(data.mailed_links).toMatchObject([{ purpose: 'CONFIRMATION', email: customer.email }])
  expect(data.intentions).toMatchObject([{ status: 'PENDING', points_amount: 10 }])
  expect(data.favorites).toMatchObject([{ name: 'Pão' }])
  expect(data.promotions).toMatchObject([{ code: 'BEMVINDO' }])
  expect(data.level_changes.map(({ to_name }) => to_name)).toContain('Ouro')
  expect(data.notifications.length).toBeGreaterThan(1)
  for (const secret of [customer.token, customer.password, other.id, other.email, other.document]) {
    expect(text).not.toContain(secret)
  }
})

test('an export of 20,000 records is complete, and no statement takes 5 s [D16]', async () => {
  const customer = await world.confirmed(world.cafe, 100)
  await database.query(
    `insert into points_record (company_id, customer_id, sequence, type_id, origin, external_id, subsidiary_name,
                                purchase_value, amount, value, balance_amount, balance_value, created_at, hash)
     select company_id, customer_id, n, 'GNR', 'api:/points/generate', 'venda-' || n, 'Loja 1', 100, 1, 1, 100 + n, 100 + n,
            created_at + n * interval '1 second', hash
       from points_record, generate_series(2, 20000) n
      where customer_id = $1`,
    [customer.id],
  )
  await database.query(
    `insert into lot (company_id, id, customer_id, amount, value, remaining_amount, remaining_value, expires_at, created_at)
     select company_id, id, customer_id, amount, value, amount, value, 'infinity', created_at
       from points_record where customer_id = $1 and sequence > 1`,
    [customer.id],
  )
  await database.query('update balance set sequence = 20000 where customer_id = $1', [customer.id])
  await database.query('analyze points_record, lot')
  // PostgreSQL ends a statement that takes longer than 5 s, and the answer would not be 200.
  const { url } = world
  const limited = await world.nodeWith(openPool(url, 4, { ...timeLimits, statement_ms: 5_000 }))
  const answer = await limited.call('GET /customer/data', { headers: customer.headers })
  expect(answer.status).toBe(200)
  const { points } = JSON.parse(answer.text) as CustomerData
  expect(points).toHaveLength(20_000)
  expect(new Set(points.map(({ sequence }) => sequence)).size).toBe(20_000)
})

test('a customer gets too_many_requests after five exports in a row; another customer does not [D16]', async () => {
  const { headers } = await world.registered(world.cafe)
  for (let file = 0; file < 5; file += 1) await dataOf(headers)
  const answers = [
    await call('GET /customer/data', { headers }),
    await call('GET /customer/data', { headers }),
  ]
  expect(answers.map(errorOf).at(-1)).toMatchObject({ status: 429, type: 'too_many_requests' })
  const another = await world.registered(world.cafe)
  await dataOf(asCustomer(world.cafe, another.token))
})
