import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import type { Traffic } from './attempt.ts'
import { type Entry, Journal, readJournal } from './journal.ts'
import { load } from './load.ts'
import { resolve } from './resolve.ts'
import { openShop } from './shop.ts'
import { verifyJournal } from './verify.ts'

const world = await createWorld()
const { database } = world
// The shop's staff sign in now, and a session ends after 30 minutes.
world.moveClock(new Date().toISOString())
await world.app.listen({ port: 0, host: '127.0.0.1' })
const { port } = world.app.server.address() as AddressInfo
const folder = await mkdtemp(join(tmpdir(), 'fiel-traffic-'))
afterAll(() => rm(folder, { recursive: true }))

/** A load that ends once every kind of call at counter and desk was made. */
async function journalOfLoad(): Promise<{ company_id: string; entries: Entry[] }> {
  const shop = await openShop(world, { customers: 6, tills: 2, cashiers: 2, desks: 3 })
  // Vouchers are younger than the stock that counts them, as with one clock for all.
  world.moveClock(new Date().toISOString())
  const journal = await Journal.open(join(folder, 'journal.jsonl'))
  const address = () => `http://127.0.0.1:${port}`
  const traffic: Traffic = { shop, journal, address, badAnswers: [] }
  const over = new AbortController()
  const loaded = load(traffic, 1, over.signal)
  const wanted = ['counter_capture', 'counter_withdraw', 'unblock', 'undo_merge', 'correct']
  await expect
    .poll(
      async () => {
        const entries = await readJournal(journal.path)
        const made = entries.filter(({ answer }) => answer && answer.status < 300)
        return [...new Set(made.map(({ call }) => call.verb))]
      },
      { timeout: 60_000 },
    )
    .toEqual(expect.arrayContaining(wanted))
  over.abort()
  await loaded
  expect(await resolve(traffic, world)).toEqual([])
  expect(traffic.badAnswers).toEqual([])
  await journal.close()
  return { company_id: shop.company_id, entries: await readJournal(journal.path) }
}

test('the verification finds lost, doubled and partial acts at counter and desk [I5 D15]', async () => {
  const { company_id, entries } = await journalOfLoad()
  const verified = (some = entries) => verifyJournal(world, company_id, some, world.now())
  const clean = { lost: [], doubled: [], halves: [], differences: [] }
  expect(await verified()).toEqual(clean)

  const sold = entries.find(
    ({ call, answer }) => call.verb === 'counter_sale' && answer?.status === 201,
  )!
  const { id } = sold.answer!.body as { id: string }
  // The sale's record, its act and its entry in the audit log.
  const unknown = await verified(entries.filter((entry) => entry !== sold))
  expect(unknown.doubled).toHaveLength(3)
  expect((await verified([...entries, sold])).lost).toHaveLength(3)

  await rows(database, sql`delete from counter_act where company_id = ${company_id} and id = ${id}`)
  const lost = await verified()
  expect(lost.lost).toEqual([expect.stringMatching(`^act sale ${id} `)])
  expect(lost.halves).toEqual([`movement of a counter without its act ${id}`])
})

test.each([
  [
    'block and its entries',
    (company_id: string) =>
      sql`insert into customer_block (company_id, customer_id, reason, staff_id, blocked_at)
          select company_id, (select id from customer where company_id = ${company_id} limit 1), 'fraud', id, now()
            from staff where company_id = ${company_id} limit 1`,
  ],
  [
    'customer of a till without a record',
    (company_id: string) =>
      sql`insert into customer (company_id, login_type, document, created_at)
          values (${company_id}, 'PRE', '52998224725', now())`,
  ],
  [
    'merge and its account',
    (company_id: string) =>
      sql`update balance
             set merged_into_id = other.customer_id
            from (select customer_id from balance where company_id = ${company_id} order by customer_id desc limit 1) other
           where company_id = ${company_id}
             and balance.customer_id = (
                   select customer_id from balance where company_id = ${company_id} order by customer_id limit 1)`,
  ],
])('the verification finds half an act: %s [I5 D15]', async (half, plant) => {
  const { company_id } = await openShop(world, { customers: 2, tills: 0, cashiers: 0, desks: 1 })
  await rows(database, plant(company_id))
  const { halves } = await verifyJournal(world, company_id, [], world.now())
  expect(halves).toEqual([expect.stringMatching(`^${half} `)])
})
