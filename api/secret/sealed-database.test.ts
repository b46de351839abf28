import { randomUUID } from 'node:crypto'

import type pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { shopsOf } from '#api/testing/worlds/shop.ts'
import { asPartner, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import type { Voucher } from '#contract/voucher.ts'
import { openPool, row, rows, sql } from '#database/sql.ts'

import { openSealed } from './sealed-database.ts'

const log: string[] = []
const world = await createWorld({ log: (line) => log.push(line) })
const { call, database, secret } = world
const { bytes: secretBytes } = secret.first
const { companyWith, customerWith, bought, withdraw, cancel } = shopsOf(world)
// Two nodes with the API's role.
const nodes = [openPool(world.url, 5), openPool(world.url, 5)] as [pg.Pool, pg.Pool]
afterAll(() => Promise.all(nodes.map((node) => node.end())))
beforeEach(() => openSealed(nodes[0], [secretBytes]))

/** Every row of every table, jobs included, as one text: bytes in hex, also the bytes inside JSON. */
async function dump(): Promise<string> {
  const { rows: tables } = await database.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
       from pg_class
       join pg_namespace on pg_namespace.oid = relnamespace
      where relkind = 'r'
        and nspname not in ('pg_catalog', 'information_schema')`,
  )
  expect(tables.length).toBeGreaterThan(30)
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await database.query<{ text: string }>(
      `select to_jsonb(one)::text as text from ${name} one`,
    )
    texts.push(name, ...rows.map(({ text }) => text))
  }
  return texts.join('\n').toLowerCase()
}

/** The codes that a text contains: as shown or in the form of comparison; plain, in hex or in base64. */
function codesIn(text: string, codes: string[]): string[] {
  return codes.filter((code) =>
    [code, code.replaceAll('-', ''), code.toUpperCase(), code.toLowerCase()].some((form) =>
      (['utf8', 'hex', 'base64'] as const).some((encoding) =>
        text.includes(Buffer.from(form).toString(encoding).replaceAll('=', '').toLowerCase()),
      ),
    ),
  )
}

/** Buys with an idempotency key, repeats the call, and reads the voucher as the customer and as the till. */
async function journey(lines: string[]) {
  const shop = await companyWith([{ value: 1, codes: { pool: 'a.txt' } }, { value: 1 }], {
    'a.txt': lines,
  })
  const customer = await customerWith(shop, 100)
  const purchase = {
    headers: { ...customer.headers, 'idempotency-key': randomUUID() },
    body: {
      customer_document: customer.document,
      products: shop.prizes.map((prize_id) => ({ prize_id, quantity: 1 })),
    },
  }
  const answer = await call('POST /voucher/generate', purchase)
  expect(answer.status, answer.text).toBe(201)
  const again = () => call('POST /voucher/generate', purchase)
  const [pooled, made] = answer.body as [Voucher, Voucher]
  return { shop, customer, answer, again, pooled, made }
}

describe('a copy of the database [T16]', () => {
  test('no voucher code is in database or log after import, purchase, replay, withdrawal or cancelling', async () => {
    const lines = ['CANARIO-0001', 'canario-0002', 'Canario-0003', 'CANARIO-0004']
    const { shop, customer, answer, again, pooled, made } = await journey(lines)
    const more = await bought(customer, shop.prizes[0]!)
    expect((await again()).text).toBe(answer.text)
    const till = { headers: asPartner(shop) }
    const keyed = { ...till.headers, 'idempotency-key': randomUUID() }
    const params = { code: pooled.code.toLowerCase() }
    const body = { subsidiary_name: 'Loja 1' }
    const handed = await call('POST /partner/voucher/{code}/withdraw', {
      params,
      headers: keyed,
      body,
    })
    expect(handed.body).toMatchObject({ code: pooled.code, state: 'WITHDRAWN' })
    expect((await cancel(shop, made.code)).body).toMatchObject({ code: made.code })
    await call('GET /partner/voucher/{code}', { ...till, params: { code: more.code } })
    await call('GET /partner/voucher/{code}', { ...till, params: { code: 'CANARIO-0009' } })
    expect(await withdraw(shop, 'CANARIO-0009')).toMatchObject({ status: 404 })

    const codes = [...lines, 'CANARIO-0009', made.code]
    expect(codesIn(await dump(), codes)).toEqual([])
    expect(codesIn(log.join('\n').toLowerCase(), codes)).toEqual([])
    expect(log.join('\n')).toContain('withdraw')
  })

  test('vouchers are returned with their codes exactly as the company imported them', async () => {
    const { customer, pooled, made, shop } = await journey(['Aa-1'])
    expect(pooled.code).toBe('Aa-1')
    const { headers } = customer
    const list = await call('GET /voucher', { headers })
    expect((list.body as Voucher[]).map(({ code }) => code)).toEqual([made.code, 'Aa-1'])
    const one = await call('GET /voucher/{id}', { headers, params: { id: pooled.id } })
    expect(one.body).toMatchObject({ code: 'Aa-1' })
    const first = await call('GET /customer/dashboard', { headers })
    expect(first.body).toMatchObject({ vouchers: [{ code: made.code }, { code: 'Aa-1' }] })
    const params = { code: 'aA1' }
    const answer = await call('GET /partner/voucher/{code}', { headers: asPartner(shop), params })
    expect(answer.body).toMatchObject({ id: pooled.id, code: 'Aa-1' })
  })
})

test('a sealed code that was moved to another company’s row is not opened [T16]', async () => {
  const [mine, theirs] = [await journey(['MEU-1']), await journey(['DELES-1'])]
  const code = await row<{ sealed_code: Buffer }>(
    database,
    sql`select sealed_code from voucher where company_id = ${theirs.shop.id} and id = ${theirs.pooled.id}`,
  )
  await rows(
    database,
    sql`update voucher
           set sealed_code = ${code!.sealed_code}
         where company_id = ${mine.shop.id} and id = ${mine.pooled.id}`,
  )
  const { headers } = mine.customer
  const answer = await call('GET /voucher/{id}', { headers, params: { id: mine.pooled.id } })
  expect(errorOf(answer)).toEqual({ status: 500, type: 'internal' })
  expect(answer.text).not.toContain('DELES')
})

test('the database compares codes without case and hyphens, so that each is unique [T16]', async () => {
  const { shop, customer } = await journey(['UNICO-1'])
  const again = voucherCodes(secret).pairOf(shop.id, 'unico1')
  const copied = rows(
    database,
    sql`insert into voucher (company_id, customer_id, prize_id, code_key, sealed_code, points_amount, record_id, created_at)
        select ${shop.id}, ${customer.id}, ${shop.prizes[0]}, ${again.code_key}, ${again.sealed_code}, 1, id, created_at
          from points_record
         where company_id = ${shop.id} and type_id = 'GNR'`,
  )
  await expect(copied).rejects.toThrow('voucher_company_id_code_key_key')
})

test('a process with another secret does not start, and one with the right secret does [T16]', async () => {
  await expect(openSealed(nodes[0], [Buffer.alloc(32, 'outra')])).rejects.toThrow(
    'FIEL_SECRET is not the one that this database is sealed with',
  )
  await openSealed(nodes[1], [secretBytes])
})

test('of two processes that start at once with different new first secrets, one starts [T16]', async () => {
  await database.query('delete from server_secret')
  const starts = [Buffer.alloc(32, 'uma'), Buffer.alloc(32, 'outra')].map((one, at) =>
    openSealed(nodes[at]!, [one]),
  )
  const outcomes = await Promise.allSettled(starts)
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await database.query('delete from server_secret')
})

test('the database refuses a voucher or a pool code without its seal [T16]', async () => {
  const { shop } = await journey(['METADE-1'])
  for (const table of ['voucher', 'prize_code']) {
    await expect(
      database.query(`update ${table} set sealed_code = null where company_id = '${shop.id}'`),
    ).rejects.toThrow('null value in column "sealed_code"')
  }
})
