/** The customer desk reads few rows, however many customers and audit entries a company has. */

import { beforeAll, expect, test } from 'vitest'

import { purgeViews } from '#api/audit/customer-acts.ts'
import { fillAuditLog } from '#api/testing/worlds/audit-log.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { CustomerSearch, maxFound } from '#contract/console/desk.ts'
import { row, rows, sql } from '#database/sql.ts'

import { searchCustomers } from './search.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world
const customers = 20_000
const fewRows = 40

/** Without ANALYZE: a connection may plan before PostgreSQL has statistics. */
beforeAll(async () => {
  for (const { id } of [cafe, posto]) {
    await rows(
      database,
      sql`insert into customer (company_id, name, document, login_type, created_at)
          select ${id}, 'Marta Reis ' || n, lpad(n::text, 11, '0'), 'PRE', ${world.now()}
            from generate_series(1, ${customers}) n`,
    )
  }
  await fillAuditLog(world.ownerUrl, cafe.id, {
    entries: customers,
    at: world.now(),
    action: 'customer.adjusted',
  })
}, 120_000)

/** Counts the reads of `work` in a table: rows by a sequential scan, rows by an index, and scans of one index. */
async function readsOf(table: string, index: string, work: () => Promise<unknown>) {
  const counted = async () => {
    await rows(database, sql`select pg_stat_force_next_flush()`)
    const found = await row<{ scanned: number; fetched: number; uses: number }>(
      database,
      sql`select read.seq_tup_read as scanned, read.idx_tup_fetch as fetched, used.idx_scan as uses
            from pg_stat_user_tables read
            join pg_stat_user_indexes used using (relid)
           where read.relname = ${table}
             and used.indexrelname = ${index}`,
    )
    return found!
  }
  const before = await counted()
  await work()
  const after = await counted()
  return {
    scanned: after.scanned - before.scanned,
    fetched: after.fetched - before.fetched,
    uses: after.uses - before.uses,
  }
}

const search = (text: string) =>
  searchCustomers(database, cafe.id, CustomerSearch.parse({ text, per_page: 5 }))

test.each(['without statistics', 'with statistics'])(
  'a search by name reads the rows that it finds and no others, %s [D15]',
  async (state) => {
    if (state === 'with statistics') {
      await rows(database, sql`analyze customer`)
    }
    const found = await readsOf('customer', 'customer_words', async () => {
      expect(await search('marta 777')).toMatchObject({ total: 11 })
      expect(await search('reis zuleica')).toMatchObject({ total: 0 })
    })
    expect(found).toMatchObject({ scanned: 0, uses: 2 })
    expect(found.fetched).toBeLessThan(fewRows)
  },
)

test('a search by a name that 20,000 customers share collects no more of them than it shows [D15]', async () => {
  const shown = { total: maxFound, is_cut: true }
  const found = await readsOf('customer', 'customer_name', async () => {
    expect(await search('marta')).toMatchObject(shown)
  })
  expect(found).toMatchObject({ scanned: 0, uses: 1 })
  expect(found.fetched).toBeLessThan(3 * maxFound)
  const collected = await readsOf('customer', 'customer_words', async () => {
    expect(await search('marta')).toMatchObject(shown)
  })
  expect(collected).toMatchObject({ uses: 0 })
})

test('the purge of views reads views alone, among 20,000 other acts on customers [D16]', async () => {
  const { headers } = await staffOf(world, cafe, 'attendant')
  const { id } = await world.registered(cafe)
  const body = { reason: 'identify' }
  const viewed = await call('POST /admin/customer/{id}/data', { headers, params: { id }, body })
  expect(viewed.status, viewed.text).toBe(200)
  const later = new Date(world.now().getTime() + 400 * 86_400_000)
  const { scanned, fetched } = await readsOf('audit_entry', 'audit_entry_viewed', () =>
    purgeViews(database, later),
  )
  expect(scanned).toBe(0)
  expect(fetched).toBeLessThan(fewRows)
})
