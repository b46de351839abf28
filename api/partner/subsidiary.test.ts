/** The shop in a till's call: matched with the list, warned about, or refused (D13). */

import { expect, test } from 'vitest'

import {
  type Answer,
  asPartner,
  createWorld,
  newCpf,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import { CompanyFile } from '#contract/company-file.ts'
import type { ErrorBody } from '#contract/error.ts'
import { openPool, row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world
const shopNames = ['Aurora Pinheiros', 'Aurora Santa Cecília', 'Posto Trevo']
const rede = await companyWithShops('rede', shopNames)

async function companyWithShops(slug: string, names: string[], isStrict = false) {
  return world.createCompany(slug, {
    subsidiaries: names.map((name) => ({ name })),
    subsidiaries_strict: isStrict,
    prizes: [{ key: 'cafe', name: 'Café', value: 0 }],
  })
}

function warningOf({ body }: Answer) {
  return (body as { warning?: object }).warning
}

const warned = (name: string, closest: string) => ({
  type: 'unknown_subsidiary',
  message: `A loja “${name}” não está na lista da empresa. A mais parecida é “${closest}”.`,
  closest,
})

/** Each endpoint with a subsidiary_name: its answer and the stored name of the shop. */
const calls: Record<
  string,
  (
    company: TestCompany,
    subsidiary_name: string,
    key?: string,
    send?: typeof call,
  ) => Promise<[Answer, string | null]>
> = {
  async generate(company, subsidiary_name, key, send = call) {
    const body = sale(newCpf(), { subsidiary_name, external_id: `g-${key ?? newCpf()}` })
    const headers = { ...asPartner(company), ...(key && { 'idempotency-key': `generate-${key}` }) }
    const answer = await send('POST /partner/points/generate', { headers, body })
    const record = await row<{ name: string }>(
      database,
      sql`select subsidiary_name as name
            from points_record
           where company_id = ${company.id} and external_id = ${body.external_id}`,
    )
    return [answer, record?.name ?? null]
  },
  async simulate(company, subsidiary_name) {
    const body = sale(newCpf(), { subsidiary_name })
    return [
      await call('POST /partner/points/simulate', { headers: asPartner(company), body }),
      null,
    ]
  },
  async intention(company, subsidiary_name, _, send = call) {
    const customer = await world.confirmed(company, 0)
    await world.generate(company, sale(customer.document, { subsidiary_name: shopNames[0] }))
    const body = sale(customer.document, { subsidiary_name, points_amount: 1 })
    const answer = await send('POST /partner/points/intention', {
      headers: asPartner(company),
      body,
    })
    const shown = await call('GET /points/intention', { headers: customer.headers })
    return [
      answer,
      (shown.body as { subsidiary_name: string } | undefined)?.subsidiary_name ?? null,
    ]
  },
  async withdraw(company, subsidiary_name, _, send = call) {
    const customer = await world.registered(company)
    const [prize] = (await call('GET /prize', { headers: customer.headers })).body as [
      { id: string },
    ]
    const { code } = (
      (
        await call('POST /voucher/generate', {
          headers: customer.headers,
          body: {
            customer_document: customer.document,
            products: [{ prize_id: prize.id, quantity: 1 }],
          },
        })
      ).body as [{ code: string }]
    )[0]
    const answer = await send('POST /partner/voucher/{code}/withdraw', {
      headers: asPartner(company),
      params: { code },
      body: { subsidiary_name },
    })
    const [voucher] = (await call('GET /voucher', { headers: customer.headers })).body as [
      { withdrawn_at_subsidiary: string | null },
    ]
    return [answer, voucher.withdrawn_at_subsidiary]
  },
}

const names = Object.keys(calls)

test.each(names)(
  '%s stores the company’s spelling for any case and accents [D13]',
  async (name) => {
    for (const sent of [
      'aurora santa cecilia',
      ' AURORA   SANTA CECÍLIA ',
      'Aurora Santa Cecília',
    ]) {
      const [answer, stored] = await calls[name]!(rede, sent)
      expect(answer.status, answer.text).toBeLessThan(300)
      expect(warningOf(answer)).toBeUndefined()
      if (name !== 'simulate') expect(stored).toBe('Aurora Santa Cecília')
    }
  },
)

test.each(names)(
  '%s accepts an unknown shop and warns with the most similar name [D13]',
  async (name) => {
    const [answer, stored] = await calls[name]!(rede, 'Aurora Pinheros')
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(warningOf(answer)).toEqual(warned('Aurora Pinheros', 'Aurora Pinheiros'))
    if (name !== 'simulate') expect(stored).toBe('Aurora Pinheros')
  },
)

test.each(['generate', 'intention', 'withdraw'])(
  '%s answers with the warning also if reads of the shops fail after the commit [D13]',
  async (name) => {
    const pool = openPool(world.url, 4)
    const query = pool.query.bind(pool) as (statement: { text: string }) => Promise<unknown>
    const failing = (statement: { text: string }) =>
      /subsidiaries_of|shop_names\(/.test(statement.text)
        ? Promise.reject(new Error('the connection has closed'))
        : query(statement)
    Object.assign(pool, { query: failing })
    const node = await world.nodeWith(pool)
    const simulation = {
      headers: asPartner(rede),
      body: sale(newCpf(), { subsidiary_name: 'Sul' }),
    }
    expect((await node.call('POST /partner/points/simulate', simulation)).status).toBe(500)
    const [answer] = await calls[name]!(rede, 'Aurora Pinheros', undefined, node.call)
    expect(answer.status, answer.text).toBeLessThan(300)
    expect(warningOf(answer)).toEqual(warned('Aurora Pinheros', 'Aurora Pinheiros'))
  },
)

test.each(names)('%s gives no warning if the company lists no shops [D13]', async (name) => {
  const loja = await world.createCompany(`sem-${name}`, {
    prizes: [{ key: 'cafe', name: 'Café', value: 0 }],
  })
  const [answer] = await calls[name]!(loja, 'Qualquer Loja')
  expect(answer.status, answer.text).toBeLessThan(300)
  expect(warningOf(answer)).toBeUndefined()
})

test.each(names)(
  '%s answers unknown_subsidiary at a strict company and changes nothing [D13]',
  async (name) => {
    const estrita = await companyWithShops(`estrita-${name}`, shopNames, true)
    const state = async () =>
      row<{
        records: number
        intentions: number
        taken: number
        noted: number
        new_people: number
      }>(
        database,
        sql`select (select count(*) from points_record where company_id = ${estrita.id} and subsidiary_name = 'Trevo')::int as records,
                 (select count(*) from intention where company_id = ${estrita.id})::int as intentions,
                 (select count(*) from voucher where company_id = ${estrita.id} and withdrawn_at is not null)::int as taken,
                 (select count(*) from unlisted_subsidiary where company_id = ${estrita.id})::int as noted,
                 (select count(*) from customer where company_id = ${estrita.id} and login_type = 'PRE')::int as new_people`,
      )
    const [answer, stored] = await calls[name]!(estrita, 'Trevo')
    expect(errorOf(answer)).toEqual({ status: 422, type: 'unknown_subsidiary' })
    expect((answer.body as ErrorBody).message).toBe(warned('Trevo', 'Posto Trevo').message)
    expect(stored).toBeNull()
    expect(await state()).toEqual({ records: 0, intentions: 0, taken: 0, noted: 0, new_people: 0 })
    const [good] = await calls[name]!(estrita, 'posto trevo')
    expect(good.status, good.text).toBeLessThan(300)
  },
)

test('a repeat by external_id or key gets the same warning, also after the list has changed [D13]', async () => {
  const loja = await companyWithShops('mudanca', ['Centro'])
  const key = { 'idempotency-key': 'mudanca-de-lojas-1' }
  const customer = await world.confirmed(loja, 100)
  const earning = sale(newCpf(), { subsidiary_name: 'Sentro' })
  const paying = sale(customer.document, { subsidiary_name: 'Sentro', points_amount: 5 })
  const send = (body: object, headers: object = {}) =>
    call(
      'points_amount' in body ? 'POST /partner/points/intention' : 'POST /partner/points/generate',
      { headers: { ...asPartner(loja), ...headers }, body },
    )
  const keyed = sale(newCpf(), { subsidiary_name: 'Sentro' })
  const first = [await send(earning), await send(paying), await send(keyed, key)]
  for (const answer of first) expect(warningOf(answer)).toEqual(warned('Sentro', 'Centro'))
  const knownSale = sale(newCpf(), { subsidiary_name: 'CENTRO' })
  const knownAnswer = await send(knownSale)

  await world.createCompany('mudanca', {
    subsidiaries: [{ name: 'Sentro' }, { name: 'Sul' }],
    subsidiaries_strict: true,
  })
  const again = [await send(earning), await send(paying), await send(keyed, key)]
  expect(again.map(({ body }) => body)).toEqual(first.map(({ body }) => body))
  // The company, now strict, has removed the shop of this sale from its list. The repeat gets the first answer nevertheless.
  expect((await send(knownSale)).body).toEqual(knownAnswer.body)
  const unlistedNames = await rows<{ name: string }>(
    database,
    sql`select kind, name, version from unlisted_subsidiary where company_id = ${loja.id} order by kind`,
  )
  expect(unlistedNames.filter(({ name }) => name === 'Sentro')).toEqual([
    { kind: 'intention', name: 'Sentro', version: 1 },
    { kind: 'sale', name: 'Sentro', version: 1 },
    { kind: 'sale', name: 'Sentro', version: 1 },
  ])
})

test('a decline applies to one shop, in any spelling of its name [D13]', async () => {
  const customer = await world.confirmed(rede, 0)
  await world.generate(rede, sale(customer.document, { subsidiary_name: 'Posto Trevo' }))
  const ask = (subsidiary_name: string) =>
    call('POST /partner/points/intention', {
      headers: asPartner(rede),
      body: sale(customer.document, { subsidiary_name, points_amount: 5 }),
    })
  const { id } = (await ask('POSTO TREVO')).body as { id: string }
  await call('DELETE /points/intention/{id}', { headers: customer.headers, params: { id } })
  expect(errorOf(await ask('posto  trevo')).type).toBe('intention_declined')
})

test('a company file with a duplicate shop, or strict without shops, is refused [D13]', () => {
  const file = {
    slug: 'lojas',
    name: 'Lojas',
    frontend_domain: 'lojas.localhost',
    logo: 'logo.svg',
    favicon: 'logo.svg',
    calculation_rules: [{ key: 'compra', name: 'Compra', type: 'POINTS_PER_REAL', rate: 1 }],
  }
  const mistakes = (changes: object) =>
    CompanyFile.safeParse({ ...file, ...changes }).error?.issues.map(({ message }) => message)
  expect(mistakes({ subsidiaries: [{ name: 'São João' }, { name: 'SAO  JOAO' }] })).toEqual([
    'Duas lojas têm o mesmo nome',
  ])
  expect(mistakes({ subsidiaries_strict: true })).toEqual(['subsidiaries_strict pede subsidiaries'])
  expect(
    mistakes({ subsidiaries_strict: true, subsidiaries: [{ name: 'São João' }] }),
  ).toBeUndefined()
})
