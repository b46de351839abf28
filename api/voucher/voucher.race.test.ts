/** Concurrent redemptions on a real PostgreSQL, over ten connections (T1, T16). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { secretHash } from '#api/http/caller.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { comesAgain } from '#api/testing/worlds/lock.ts'
import { type Answer, asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { Voucher } from '#contract/voucher.ts'
import { isDistributed, row, rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'
import { bytes, type Command } from '#engine/command.ts'

import { voucherCodes } from './code/sealed-code.ts'

const world = await createWorld()
const { call, database } = world
const crowd = 50

const shop = await world.createCompany(
  'corrida',
  {
    prizes: [
      { key: 'cem', name: 'Cem', value: 100 },
      { key: 'pool', name: 'Pool', value: 1, codes: { pool: 'a.txt' } },
      { key: 'two', name: 'Two', value: 1, codes: { pool: 'b.txt' } },
      { key: 'stock', name: 'Stock', value: 1, stock: 7 },
      { key: 'rest', name: 'Rest', value: 1, stock: 1 },
      { key: 'a', name: 'A', value: 1, stock: 1000 },
      { key: 'b', name: 'B', value: 1, stock: 1000 },
    ],
  },
  { 'a.txt': ['ULTIMO'], 'b.txt': ['PRIMEIRO', 'SEGUNDO'] },
)
const prizes = Object.fromEntries(
  (
    await rows<{ key: string; id: string }>(
      database,
      sql`select key, id from prize where company_id = ${shop.id}`,
    )
  ).map(({ key, id }) => [key, id]),
)

async function customerWith(amount: number) {
  const customer = await world.registered(shop)
  await world.generate(shop, sale(customer.document, { purchase_value: amount * 100 }))
  return customer
}
type Customer = Awaited<ReturnType<typeof customerWith>>

function redeem(
  { document, headers }: Customer,
  keys: string[],
  more: Record<string, string> = {},
): Promise<Answer> {
  const products = keys.map((key) => ({ prize_id: prizes[key], quantity: 1 }))
  const body = { customer_document: document, products }
  return call('POST /voucher/generate', { headers: { ...headers, ...more }, body })
}

/** Counts responses by status or error code. */
function tally(answers: Answer[]): Record<string, number> {
  const names = answers.map((answer) =>
    answer.status < 300 ? String(answer.status) : errorOf(answer).type,
  )
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]),
  )
}

function together(run: (at: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: crowd }, (_, at) => run(at)))
}

async function audited() {
  expect((await audit(database, world.now())).differences).toEqual([])
}

test('example 8: 50 parallel redemptions with points for one: 1 succeeds, 49 fail [D4]', async () => {
  const customer = await customerWith(100)
  const answers = await together(() => redeem(customer, ['cem']))
  expect(tally(answers)).toEqual({ 201: 1, insufficient_balance: 49 })
  const balance = await call('GET /customer/balance', { headers: customer.headers })
  expect(balance.body).toEqual({ amount_balance: 0, value_balance: 0 })
  const vouchers = await call('GET /voucher', { headers: customer.headers })
  expect(vouchers.body).toHaveLength(1)
  await audited()
})

test('50 customers for the last code of a pool: 1 gets it, 49 get no_codes_left and pay nothing [T16 I11]', async () => {
  const customers = await Promise.all(Array.from({ length: crowd }, () => customerWith(10)))
  const answers = await together((at) => redeem(customers[at]!, ['pool']))
  expect(tally(answers)).toEqual({ 201: 1, no_codes_left: 49 })
  const stored = await row(
    database,
    sql`select count(*) as vouchers, min(code_key) as code_key,
               (select sum(amount) from balance
                 where company_id = ${shop.id} and customer_id = any(${customers.map(({ id }) => id)}::uuid[])) as points
          from voucher
         where company_id = ${shop.id} and prize_id = ${prizes['pool']}`,
  )
  const code_key = voucherCodes(world.secret).keysOf(shop.id, 'ULTIMO')[0]
  expect(stored).toEqual({ vouchers: 1, code_key, points: String(crowd * 10 - 1) })
  await audited()
})

test('50 customers for a stock of 7: 7 succeed, and 7 are counted as issued [T16]', async () => {
  const customers = await Promise.all(Array.from({ length: crowd }, () => customerWith(10)))
  const answers = await together((at) => redeem(customers[at]!, ['stock']))
  expect(tally(answers)).toEqual({ 201: 7, no_codes_left: 43 })
  const stored = await row(
    database,
    sql`select issued, (
                 select count(*) from voucher
                  where voucher.company_id = prize.company_id and voucher.prize_id = prize.id) as vouchers
          from prize
         where company_id = ${shop.id} and id = ${prizes['stock']}`,
  )
  expect(stored).toEqual({ issued: 7, vouchers: 7 })
  await audited()
})

test('a redemption skips a code that another redemption has locked, without waiting [T16]', async () => {
  const other = await database.connect()
  await other.query('begin')
  await other.query(
    'select from prize_code where company_id = $1 and prize_id = $2 order by position limit 1 for update',
    [shop.id, prizes['two']],
  )
  const answer = await redeem(await customerWith(10), ['two'])
  await other.query('rollback')
  other.release()
  expect(answer.body).toMatchObject([{ code: 'SEGUNDO' }])
  const next = await redeem(await customerWith(10), ['two'])
  expect(next.body).toMatchObject([{ code: 'PRIMEIRO' }])
  await audited()
})

test('a redemption waits for another that takes the last of a stock, then gets no_codes_left [T16]', async () => {
  const customer = await customerWith(10)
  const other = await database.connect()
  await other.query('begin')
  await other.query('update prize set issued = stock where company_id = $1 and id = $2', [
    shop.id,
    prizes['rest'],
  ])
  const answer = redeem(customer, ['rest'], { 'idempotency-key': 'o-resto-do-estoque' })
  await comesAgain(database)
  await other.query('commit')
  other.release()
  expect(errorOf(await answer).type).toBe('no_codes_left')
  await audited()
})

test('a redemption with an idempotency key locks no prize while it waits for its customer [T1]', async () => {
  const customer = await customerWith(10)
  const [other, buyer] = [await database.connect(), await database.connect()]
  await other.query('begin')
  const balance = [shop.id, customer.id]
  await other.query(
    'select from balance where company_id = $1 and customer_id = $2 for no key update',
    balance,
  )
  await buyer.query('begin')
  // Force the generic plan, which a connection uses after many executions. Citus plans no statement generically.
  if (!isDistributed(buyer)) await buyer.query('set local plan_cache_mode = force_generic_plan')
  const token = customer.headers['authorization']!.slice('Bearer '.length)
  const command: Command = {
    verb: 'redeem',
    token_hash: bytes(secretHash(token)),
    document: customer.document,
    products: [{ prize_id: prizes['a']!, quantity: 1 }],
    codes: [{ code_key: String.raw`\x01`, sealed_code: String.raw`\x02` }],
    key: 'uma-compra-que-espera',
    key_fingerprint: bytes(Buffer.alloc(32)),
  }
  const buy = () =>
    buyer.query('select error from apply($1, $2, $3)', [
      shop.id,
      JSON.stringify([command]),
      world.now(),
    ])
  expect((await buy()).rows).toEqual([{ error: 'busy' }])
  const prize = [shop.id, prizes['a']]
  await other.query(
    'select from prize where company_id = $1 and id = $2 for no key update nowait',
    prize,
  )
  await other.query('rollback')
  expect((await buy()).rows).toEqual([{ error: null }])
  await buyer.query('rollback')
  for (const connection of [other, buyer]) connection.release()
})

test('example 7: a redemption sent 50 times at once with one key debits once [D4]', async () => {
  const customer = await customerWith(500)
  const key = { 'idempotency-key': 'corrida-de-uma-troca-0001' }
  const answers = await together(() => redeem(customer, ['cem'], key))
  expect(tally(answers)).toEqual({ 201: crowd })
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const balance = await call('GET /customer/balance', { headers: customer.headers })
  expect(balance.body).toEqual({ amount_balance: 400, value_balance: 400 })
  await audited()
})

test('baskets in opposite orders and a concurrent company apply never deadlock [T1]', async () => {
  const customers = await Promise.all(Array.from({ length: 10 }, () => customerWith(100)))
  const orders = [
    ['a', 'b'],
    ['b', 'a'],
  ]
  const applied = world.createCompany('corrida', {
    prizes: ['b', 'a'].map((key) => ({ key, name: key, value: 1, stock: 1000 })),
  })
  const answers = await together((at) => redeem(customers[at % 10]!, orders[at % 2]!))
  await applied
  expect(tally(answers)).toEqual({ 201: crowd })
  const stored = await rows(
    database,
    sql`select key, issued from prize where company_id = ${shop.id} and key in ('a', 'b') order by key`,
  )
  expect(stored).toEqual([
    { key: 'a', issued: crowd },
    { key: 'b', issued: crowd },
  ])
  await audited()
})

test('of 25 concurrent withdrawals and 25 cancellations of one voucher, exactly 1 succeeds [D8]', async () => {
  const customer = await customerWith(50)
  const { body } = await redeem(customer, ['a'])
  const [{ id, code }] = body as [Voucher]
  const till = { params: { code }, headers: asPartner(shop) }
  const answers = await together((at) =>
    at % 2
      ? call('POST /partner/voucher/{code}/cancel', till)
      : call('POST /partner/voucher/{code}/withdraw', {
          ...till,
          body: { subsidiary_name: `Loja ${at}` },
        }),
  )
  const done = answers.find(({ status }) => status === 200)
  expect(tally(answers)[200]).toBe(1)
  const answer = await call('GET /voucher/{id}', { params: { id }, headers: customer.headers })
  expect(answer.body).toEqual(done!.body)
  const balance = await call('GET /customer/balance', { headers: customer.headers })
  const { state } = answer.body as Voucher
  expect(balance.body).toMatchObject({ amount_balance: state === 'CANCELLED' ? 50 : 49 })
  await audited()
})

test('36 concurrent keyed calls of three tills all complete [T16]', async () => {
  const customer = await customerWith(24)
  const redemption = await redeem(customer, ['a'])
  expect(redemption.status).toBe(201)
  const codes = (redemption.body as Voucher[]).map(({ code }) => code)
  while (codes.length < 24) {
    const more = await redeem(customer, ['b'])
    codes.push((more.body as Voucher[])[0]!.code)
  }
  const tills = [shop.key]
  for (const name of ['Caixa 2', 'Caixa 3']) {
    tills.push(await createPartnerKey(database, shop.id, name, world.now()))
  }
  const withdraw = (code: string, n: number) =>
    call('POST /partner/voucher/{code}/withdraw', {
      params: { code },
      body: { subsidiary_name: 'Loja 1' },
      headers: {
        authorization: `Bearer ${tills[n % tills.length]}`,
        'idempotency-key': randomUUID(),
      },
    })
  const answers = await Promise.all([
    ...codes.map(withdraw),
    ...codes.slice(0, 12).map((_, n) => withdraw(`NADA-${n}`, n)),
  ])
  expect(tally(answers)).toEqual({ 200: 24, voucher_not_found: 12 })
})
