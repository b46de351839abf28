/**
 * `npm run bench -- bytes` measures the bytes that an earning and a use of points store, and the WAL that they write. It
 * makes 100,000 of each after a checkpoint, or as many as `--count` says. The outbox is delivered afterwards, so that its
 * WAL is counted separately.
 */

import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import type { Ground } from './ground.ts'
import { type Path, takeTurns } from './measure.ts'
import { paths } from './paths.ts'
import { atMost } from './report.ts'

/** Goals for one movement, including its webhooks, in bytes. */
const storedGoal = 1_024
const walGoal = 2_048
/** How often WAL is read while `work` runs: a checkpoint removes older WAL files. */
const walRead_ms = 2_000
/** Kinds of WAL records that are printed. */
const maxKinds = 12

type Wal = {
  bytes: number
  /** The part of `bytes` in full-page images: pages changed for the first time since a checkpoint. */
  page_bytes: number
  kinds: Map<string, number>
}

/** `ground` must not deliver webhooks yet. */
export async function measureBytes(ground: Ground, count: number): Promise<void> {
  const { database } = ground
  await database.query('create extension if not exists pg_walinspect schema public')
  for (const path of [paths.earn, paths.use]) await measurePath(ground, path, count)
}

async function measurePath(ground: Ground, path: Path, count: number): Promise<void> {
  const { database } = ground
  await vacuum(database)
  const before = await sizes(database)
  await database.query('checkpoint')
  const calls = await walOf(database, () => takeTurns(ground, path, count))
  const stop = ground.startDelivering()
  const outbox = await walOf(database, ground.drain)
  await stop()
  await vacuum(database)
  const after = await sizes(database)

  const stored = total(after) - total(before)
  const wal = calls.bytes + outbox.bytes - calls.page_bytes - outbox.page_bytes
  console.log(`\n${path.title}, ${count.toLocaleString('en')} times`)
  console.log(`  stored  ${each(stored, count)}${atMost(stored / count, storedGoal)}`)
  for (const [name, bytes] of after) {
    const grown = bytes - (before.get(name) ?? 0)
    if (grown > 0) console.log(`    ${name.padEnd(46)} ${each(grown, count)}`)
  }
  console.log(`  WAL     ${each(wal, count)}${atMost(wal / count, walGoal)}, without whole pages`)
  for (const [name, one] of Object.entries({ 'the calls': calls, 'the outbox': outbox })) {
    const pages = `and ${each(one.page_bytes, count)} of whole pages`
    console.log(`    ${name.padEnd(46)} ${each(one.bytes - one.page_bytes, count)}, ${pages}`)
    const kinds = [...one.kinds].toSorted(([, a], [, b]) => b - a).slice(0, maxKinds)
    for (const [kind, bytes] of kinds) console.log(`      ${kind.padEnd(44)} ${each(bytes, count)}`)
  }
}

/** The WAL that is written while `work` runs. */
async function walOf(database: pg.Pool, work: () => Promise<void>): Promise<Wal> {
  const wal: Wal = { bytes: 0, page_bytes: 0, kinds: new Map() }
  let from = await walEnd(database)
  async function read(): Promise<void> {
    const to = await walEnd(database)
    if (to !== from) await addWal(database, wal, from, to)
    from = to
  }
  const over = work().then(() => true)
  for (let isOver = false; !isOver;) {
    isOver = await Promise.race([over, sleep(walRead_ms, false, { ref: false })])
    await read()
  }
  return wal
}

async function walEnd(database: pg.Pool): Promise<string> {
  const { rows } = await database.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn')
  return rows[0]!.lsn
}

async function addWal(database: pg.Pool, wal: Wal, from: string, to: string): Promise<void> {
  const { rows } = await database.query<{ kind: string; size: string; page_size: string }>(
    `select "resource_manager/record_type" as kind, record_size::text as size, fpi_size::text as page_size
       from public.pg_get_wal_stats($1, $2, true)
      where count > 0`,
    [from, to],
  )
  for (const { kind, size, page_size } of rows) {
    wal.bytes += Number(size) + Number(page_size)
    wal.page_bytes += Number(page_size)
    wal.kinds.set(kind, (wal.kinds.get(kind) ?? 0) + Number(size))
  }
}

async function vacuum(database: pg.Pool): Promise<void> {
  const connection = await database.connect()
  await connection.query('set statement_timeout = 0')
  await connection.query({ text: 'vacuum', query_timeout: 600_000 } as pg.QueryConfig)
  connection.release(true)
}

/** The size in bytes of each table, including its TOAST table, and of each index. */
async function sizes(database: pg.Pool): Promise<Map<string, number>> {
  const { rows } = await database.query<{ name: string; bytes: string }>(
    `select case relkind when 'i' then pg_index.indrelid::regclass || ' · ' else '' end || relname as name,
            case relkind when 'i' then pg_relation_size(pg_class.oid) else pg_table_size(pg_class.oid) end::text as bytes
       from pg_class
       left join pg_index on indexrelid = pg_class.oid
      where relnamespace = 'fiel'::regnamespace
        and relkind in ('r', 'i')
      order by name`,
  )
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]))
}

function total(sizes: Map<string, number>): number {
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
}

function each(bytes: number, count: number): string {
  return `${(bytes / count).toFixed(0).padStart(6)} bytes`
}
