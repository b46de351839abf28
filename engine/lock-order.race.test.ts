/** No command waits for a row lock (lock.sql). Proven by pg_locks while all verbs run at once, and from the SQL text. */

import { randomInt, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { expireIntentions } from '#api/intention/expire.ts'
import { createPartnerKey } from '#api/partner/partner-key.ts'
import { asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'
import { rows, sql } from '#database/sql.ts'

import { audit } from './audit/audit.ts'

/** The tables whose rows the engine locks. */
const lockedTables = new Set([
  'balance',
  'idempotency',
  'intention',
  'partner_key',
  'prize',
  'prize_code',
  'promotion',
  'voucher',
])

const world = await createWorld()
const { database } = world
const shop = await world.createCompany(
  'trancas',
  {
    prizes: [
      { key: 'stock', name: 'Contado', value: 1, stock: 100_000 },
      { key: 'other', name: 'Contado também', value: 1, stock: 100_000 },
      { key: 'pool', name: 'Códigos', value: 1, codes: { pool: 'a.txt' } },
    ],
    promotions: [
      {
        code: 'SEMPRE',
        name: 'Sempre',
        starts_at: '2026-11-01',
        ends_at: '2026-11-30',
        filters: { ACTIVATIONS_LIMIT: { per_customer: 1_000, in_all: 100_000 } },
        action: { GENERATE_POINTS: { amount: 5 } },
      },
    ],
    levels: [{ name: 'Bronze', trigger_amount: 200 }],
    settings: { levels_system: 'LOOKBACK' },
  },
  { 'a.txt': Array.from({ length: 2_000 }, (_, n) => `CODIGO${n}`) },
)
const prizes = await rows<{ id: string }>(
  database,
  sql`select id from prize where company_id = ${shop.id}`,
)
const limited = await createPartnerKey(database, shop.id, 'Com limite', world.now(), {
  most_points_per_day: 1_000_000,
})
const nodes = [world.call, await world.anotherNode()]

type Call = typeof world.call
type Customer = Awaited<ReturnType<typeof world.confirmed>>

function one<Of>(list: readonly Of[]): Of {
  return list[randomInt(list.length)]!
}

/** An idempotency key in about half of the calls, at random. */
function maybeKey(): Record<string, string> {
  return randomInt(2) === 0 ? {} : { 'idempotency-key': randomUUID() }
}

const withKey = () => asPartner({ key: one([shop.key, limited]) })

/** Documents without a customer until the first sale. */
const newDocuments = Array.from({ length: 400 }, newCpf)

/** Each action makes one or more calls of a till or a customer. Together they send all verbs, for the same few customers. */
const actions: ((call: Call, customer: Customer) => Promise<unknown>)[] = [
  // The same sale from both nodes, for a document without a customer. Its insert waits for a unique key: the only wait.
  async () => {
    const body = sale(newDocuments.pop() ?? newCpf())
    const sell = (call: Call) =>
      call('POST /partner/points/generate', { headers: asPartner(shop), body })
    await Promise.all(nodes.map(sell))
  },
  async (call, { document }) => {
    const headers = { ...withKey(), ...maybeKey() }
    const sold = await call('POST /partner/points/generate', { headers, body: sale(document) })
    const { id } = sold.body as GeneratedPoints
    const body = { external_id: randomUUID() }
    await call('POST /partner/points/{id}/reverse', { headers: withKey(), params: { id }, body })
  },
  async (call, { document, headers: own }) => {
    const headers = { ...asPartner(shop), ...maybeKey() }
    const body = sale(document, { points_amount: 3 })
    const opened = await call('POST /partner/points/intention', { headers, body })
    if (opened.status !== 201) return
    const params = { id: (opened.body as TillIntention).id }
    const { body: seen } = await call('GET /points/intention', { headers: own })
    const { code } = seen as Intention
    await Promise.all([
      call('POST /points/intention/{id}/confirm', { headers: own, params }),
      call('POST /partner/points/intention/{id}/capture', { headers, params, body: { code } }),
      one([
        () => call('DELETE /points/intention/{id}', { headers: own, params }),
        () => call('DELETE /partner/points/intention/{id}', { headers, params }),
        () => expireIntentions(database, world.now()),
      ])(),
    ])
  },
  async (call, { document, headers }) => {
    const products = prizes
      .map(({ id }) => ({ prize_id: id, quantity: 1 }))
      .toSorted(() => randomInt(3) - 1)
    const redemption = await call('POST /voucher/generate', {
      headers: { ...headers, ...maybeKey() },
      body: { customer_document: document, products },
    })
    if (redemption.status !== 201) return
    const [first, ...others] = redemption.body as Voucher[]
    await Promise.all([
      call('POST /partner/voucher/{code}/withdraw', {
        headers: withKey(),
        params: { code: first!.code },
        body: { subsidiary_name: 'Loja 1' },
      }),
      ...others.map(({ code }) =>
        call('POST /partner/voucher/{code}/cancel', { headers: withKey(), params: { code } }),
      ),
    ])
  },
  (call, { headers }) =>
    call('POST /promotion/{code}/activate', { headers, params: { code: 'SEMPRE' } }),
]

/** A backend that waits for a lock, with the tables that it is changing. */
type Wait = { kind: string; query: string; tables: string[] }

/** The waiting backends. A backend that waits for a row holds the row's tuple lock, or waits for it. */
function waits(): Promise<Wait[]> {
  return rows<Wait>(
    database,
    sql`select waiting.locktype as kind, activity.query,
               array(select relation::regclass::text
                       from pg_locks own
                      where own.pid = waiting.pid
                        and own.locktype = 'tuple') as tables
          from pg_locks waiting
          join pg_stat_activity activity on activity.pid = waiting.pid
         where not waiting.granted
           and activity.datname = current_database()`,
  )
}

/** The nodes with a statement in the engine now. */
async function atWork(): Promise<number> {
  const found = await rows(
    database,
    sql`select from pg_stat_activity
         where datname = current_database() and state = 'active' and query ~ 'cross join lateral apply'`,
  )
  return found.length
}

test('the test sees a wait for a row, and in which table the row is', async () => {
  const [holder, other] = [await database.connect(), await database.connect()]
  const take = 'select from prize where company_id = $1 for no key update'
  await holder.query('begin')
  await holder.query(take, [shop.id])
  const locking = other.query(take, [shop.id])
  let waitsNow: Wait[] = []
  while (waitsNow.length === 0) waitsNow = await waits()
  await holder.query('rollback')
  await locking
  for (const connection of [holder, other]) connection.release()
  expect(waitsNow).toMatchObject([{ kind: 'transactionid', query: take, tables: ['prize'] }])
})

test('no verb waits for a row that the engine locks, with all verbs at once on two nodes [T1]', async () => {
  const customers = await Promise.all(Array.from({ length: 6 }, () => world.confirmed(shop, 500)))
  const until = performance.now() + 6_000
  let done = 0
  let samples = 0
  // On a busy machine this may end later than `until`.
  const isEnough = () => performance.now() > until && done > 100 && samples > 100
  const clients = Array.from({ length: 24 }, async (_, n) => {
    while (!isEnough()) {
      await one(actions)(nodes[n % 2]!, one(customers))
      done += 1
    }
  })
  const observed: Wait[] = []
  let maxAtWork = 0
  const over = Promise.all(clients).then(() => 'over')
  while ((await Promise.race([over, sleep(1)])) !== 'over') {
    observed.push(...(await waits()))
    maxAtWork = Math.max(maxAtWork, await atWork())
    samples += 1
  }
  expect(observed.filter(({ tables }) => tables.some((table) => lockedTables.has(table)))).toEqual(
    [],
  )
  // Inserts may wait: for a transaction that inserts the same unique key, or for the table's file to grow.
  const ofInserts = new Set(['transactionid', 'spectoken', 'extend'])
  expect(observed.filter(({ kind }) => !ofInserts.has(kind))).toEqual([])
  expect(maxAtWork).toBeGreaterThan(1)
  expect(samples).toBeGreaterThan(100)
  expect(done).toBeGreaterThan(100)
  expect((await audit(database, world.now())).differences).toEqual([])
})

/**
 * The two row locks that a transaction waits for. Each is the first lock of its transaction: of the console's change of a till key,
 * and of an erasure.
 */
const changing = 'api/partner/partner-key.ts partner_key'
const leaving = 'engine/stored/balance.sql balance'

/** The row locks outside lock.sql: six that lock.sql names in its order, and four that skip locked rows, so they need no place in it. */
const elsewhereLocked = [
  changing,
  'api/partner/stored/key-use.sql partner_key',
  // write_last_use stores the day of a key's last use. The day is only a hint, so the function skips a locked row.
  'api/partner/stored/key-use.sql partner_key',
  // `fiel reseal` locks these rows and those of voucher below. A batch waits only for the company's row, and skips locked rows.
  'api/prize/sealed-pools.ts prize_code',
  'api/prize/stored/stock.sql prize',
  'api/prize/stored/stock.sql prize_code',
  'api/promotion/stored/promotion.sql promotion',
  'api/voucher/sealed-vouchers.ts voucher',
  // The purge of expired idempotency keys, which skips locked rows.
  'engine/idempotency/purge-keys.ts idempotency',
  leaving,
]

test('only listed statements lock the engine’s rows; only a key’s change and an erasure wait', () => {
  const root = join(import.meta.dirname, '..')
  const files = ['api', 'database', 'engine'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  const locks = files
    .filter((file) => /(?<!\.test)\.(ts|sql)$/.test(file) && !file.startsWith('api/testing/'))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return [...text.matchAll(/\bfor (?:no key )?update\b(?: +(skip locked))?/g)].map(
        ({ index, 1: skips }) => ({
          place: `${file} ${text.slice(0, index).match(/[^]*(?<!distinct )\bfrom (\w+)/)?.[1]}`,
          skips: skips !== undefined,
        }),
      )
    })
    .filter(({ place }) => lockedTables.has(place.split(' ')[1]!))
  const elsewhere = locks
    .map(({ place }) => place)
    .filter((place) => !place.startsWith('engine/locate/lock.sql '))
  expect(elsewhere.toSorted()).toEqual(elsewhereLocked)
  expect(locks.filter(({ skips }) => !skips).map(({ place }) => place)).toEqual([changing, leaving])
  expect(locks.length).toBeGreaterThan(6)
})
