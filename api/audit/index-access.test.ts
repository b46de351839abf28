/** The audit log of a company with 100,000 entries: pages read few rows, and a search reads the company's own rows, in bounded time. */

import { beforeAll, expect, test } from 'vitest'

import { fillAuditLog } from '#api/testing/worlds/audit-log.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { AuditPage } from '#contract/console/audit.ts'
import { row, rows, sql } from '#database/sql.ts'

import { auditEntries } from './entries.ts'
import { auditFile } from './file.ts'
import { verifyAuditChain } from './verify.ts'

const world = await createWorld()
const { cafe, posto, database } = world
const entries = 100_000

/** Without ANALYZE: a connection may plan before PostgreSQL has statistics. */
beforeAll(() => fillAuditLog(world.ownerUrl, cafe.id, { entries, at: world.now() }), 300_000)

const page = (query: object) => auditEntries(database, cafe.id, AuditPage.parse(query))

/** Rows that the statements of `work` read from the tables of the log, by a sequential scan and by an index. */
async function rowsRead(work: () => Promise<unknown>) {
  const counted = () =>
    row<{ scanned: number; fetched: number }>(
      database,
      sql`select coalesce(sum(seq_tup_read), 0)::bigint as scanned, coalesce(sum(idx_tup_fetch), 0)::bigint as fetched
            from pg_stat_user_tables
           where relname in ('audit_entry', 'audit_personal')`,
    )
  const settle = async () => {
    await rows(database, sql`select pg_stat_force_next_flush()`)
    return (await counted())!
  }
  const before = await settle()
  await work()
  const after = await settle()
  return { scanned: after.scanned - before.scanned, fetched: after.fetched - before.fetched }
}

test.each([[{}], [{ before: 50_000 }], [{ text: 'chave root' }], [{ from: '2026-11-20' }]])(
  'a page of the audit log for %j reads fewer than 4 rows for each entry that it shows [D15]',
  async (query) => {
    const { scanned, fetched } = await rowsRead(async () => {
      for (let time = 0; time < 7; time += 1) expect(await page(query)).toHaveLength(50)
    })
    expect(scanned).toBe(0)
    expect(fetched).toBeLessThan(7 * 50 * 4)
  },
)

test.each([
  [{ text: 'numero 777' }, 50],
  [{ text: 'ninguém' }, 0],
  [{ action: 'key.revoked', per_page: 200 }, 100],
  [{ action: 'webhook.enabled' }, 0],
  [{ to: '2026-11-19' }, 0],
])(
  'a search of the audit log for %j answers in under 2 s, without a sequential scan [D15]',
  async (query, found) => {
    const started = performance.now()
    const { scanned } = await rowsRead(async () => expect(await page(query)).toHaveLength(found))
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(scanned).toBe(0)
  },
)

test('a search of the audit log reads no row of another company [D15]', async () => {
  const { scanned, fetched } = await rowsRead(() =>
    auditEntries(database, posto.id, AuditPage.parse({ text: 'chave' })),
  )
  expect({ scanned, fetched }).toEqual({ scanned: 0, fetched: 0 })
})

test('the file of an audit log of 100,000 entries has all of them [D15]', async () => {
  const text = await new Response(await auditFile(database, cafe.id, {})).text()
  const lines = text.split('\r\n')
  expect(lines).toHaveLength(1 + entries + 1)
  expect(lines.at(-2)).toMatch(/^"1";/)
}, 60_000)

test('an audit log’s file has read fewer than 2,000 rows if its reader stops after two parts [D15]', async () => {
  const { fetched } = await rowsRead(async () => {
    const reader = (await auditFile(database, cafe.id, {})).getReader()
    await reader.read()
    await reader.read()
    await reader.cancel()
  })
  expect(fetched).toBeLessThan(2_000)
})

test('the chain of 100,000 audit entries is verified in under a minute [D15]', async () => {
  const started = performance.now()
  expect(await verifyAuditChain(database, cafe.id)).toEqual({ entries, faults: [] })
  expect(performance.now() - started).toBeLessThan(60_000)
}, 90_000)
