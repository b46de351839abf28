/** A shop sells and withdraws while `fiel reseal` runs, on nodes with different first secrets. */

import { afterAll, expect, test } from 'vitest'

import { openSealed } from '#api/secret/sealed-database.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { shopsOf } from '#api/testing/worlds/shop.ts'
import { asPartner, createWorld } from '#api/testing/worlds/world.ts'
import type { Voucher } from '#contract/voucher.ts'
import { openPool, row, sql, timeLimits } from '#database/sql.ts'

import { reseal } from './reseal.ts'

const world = await createWorld()
const { database } = world
const { companyWith, customerWith, audited } = shopsOf(world)
const older = world.secret.first.bytes
const newer = Buffer.alloc(32, 'nova')
const pool = openPool(world.url, 5)
afterAll(() => pool.end())

const customers = 6
const turns = 12
const count = customers * turns * 2

type Node = Awaited<ReturnType<typeof world.nodeWith>>
type Shop = Awaited<ReturnType<typeof companyWith>>
type Person = Awaited<ReturnType<typeof customerWith>>

/** Buys one prize of each kind and withdraws one of them, half of all turns, at changing nodes. */
async function shopping(shop: Shop, person: Person, nodes: Node[]): Promise<Voucher[]> {
  const sold: Voucher[] = []
  for (let n = 0; n < turns / 2; n += 1) {
    const bought = await nodes[n % nodes.length]!.call('POST /voucher/generate', {
      headers: person.headers,
      body: {
        customer_document: person.document,
        products: shop.prizes.map((prize_id) => ({ prize_id, quantity: 1 })),
      },
    })
    expect(bought.status, bought.text).toBe(201)
    const vouchers = bought.body as Voucher[]
    sold.push(...vouchers)
    const { code } = vouchers[n % 2]!
    const withdrawn = await nodes[(n + 1) % nodes.length]!.call(
      'POST /partner/voucher/{code}/withdraw',
      { headers: asPartner(shop), params: { code }, body: { subsidiary_name: 'Loja 1' } },
    )
    expect(withdrawn.body, withdrawn.text).toMatchObject({ code, state: 'WITHDRAWN' })
  }
  return sold
}

/** Runs the command while all customers shop at the nodes. */
async function resealWhile(secret: ServerSecret, shop: Shop, people: Person[], nodes: Node[]) {
  const printed: string[] = []
  const print = (line: string) => void printed.push(line)
  const options = { database: pool, secret, print, now: new Date(), batchSize: 3, watch_ms: 0 }
  const [isDone, ...sold] = await Promise.all([
    reseal(options),
    ...people.map((person) => shopping(shop, person, nodes)),
  ])
  return { isDone, printed: printed.join('\n'), sold: sold.flat() }
}

/** Each voucher is found by its code at a node with the new secret alone, and no row has another one. */
async function expectMoved(shop: Shop, sold: Voucher[]): Promise<void> {
  const alone = await world.nodeWith(undefined, await openSealed(pool, [newer]))
  expect(new Set(sold.map(({ code }) => code)).size).toBe(count)
  for (const { id, code } of sold) {
    const sent = { headers: asPartner(shop), params: { code } }
    const found = await alone.call('GET /partner/voucher/{code}', sent)
    expect(found.body).toMatchObject({ id, code })
  }
  const stored = await row(
    database,
    sql`select count(*) as vouchers, count(*) filter (where get_byte(voucher.sealed_code, 0) <> 2) as others,
               count(prize_code.code_key) as pooled
          from voucher
          left join prize_code on prize_code.company_id = voucher.company_id
                              and prize_code.voucher_id = voucher.id
                              and prize_code.code_key = voucher.code_key
         where voucher.company_id = ${shop.id}`,
  )
  expect(stored).toEqual({ vouchers: count, others: 0, pooled: count / 2 })
}

test('every purchase and withdrawal succeeds while `fiel reseal` seals everything again [T1 T16 D20]', async () => {
  await openSealed(pool, [older])
  const announced = await openSealed(pool, [older, newer])
  const lines = Array.from({ length: customers * turns + 40 }, (_, at) => `CORRIDA-${at}`)
  const prizes = [{ value: 1 }, { value: 1, codes: { pool: 'a.txt' } }]
  const shop = await companyWith(prizes, { 'a.txt': lines })
  const people: Person[] = []
  while (people.length < customers) people.push(await customerWith(shop, 10 * turns))
  const switched = await openSealed(pool, [newer, older])
  const node = await world.nodeWith(undefined, switched)
  const behind = await world.nodeWith(undefined, announced)
  // Stands for the connections of the node `behind`: connect() names them by a hash of the first secret, by which reseal finds it.
  const labelledPool = openPool(world.url, 1, timeLimits, { application_name: 'fiel 00000001' })
  await labelledPool.query('select 1')
  const during = await resealWhile(switched, shop, people, [node, behind])
  // The node `behind` still seals with the old secret, so the command does not close that secret.
  expect(during.isDone, during.printed).toBe(false)
  await labelledPool.end()
  const after = await resealWhile(switched, shop, people, [node])
  expect(after.isDone, after.printed).toBe(true)
  await expectMoved(shop, [...during.sold, ...after.sold])
  await audited()
})
