/** A back-fill of a table that this test makes: 600 rows of two companies. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { afterAll, expect, onTestFinished, test } from 'vitest'

import { eventually } from '#api/testing/worlds/eventually.ts'
import { createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import { rows, sql, transaction } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { migrate } from '../migrate.ts'
import { backFillProgress } from './back-fill.ts'
import { runBackFills } from './run.ts'

const world = await createWorld()
const { cafe, posto, database, appDatabase } = world
const folder = await mkdtemp(join(tmpdir(), 'back-fill-'))
afterAll(() => rm(folder, { recursive: true }))
await cp(join(import.meta.dirname, '../schema'), folder, { recursive: true })

const add = (name: string, text: string) => writeFile(join(folder, name), text)
const upgrade = () => migrate({ ownerUrl: world.ownerUrl, runtimeUrl: world.url }, folder)

/** A back-fill statement. A batch takes 20 ms, so that a node can be killed in the middle, and counts the writes of each row. */
const batch = `
with page as (
  select company_id, id
    from wall
   where (company_id, id) > ($1::uuid, $2::uuid)
   order by company_id, id
   limit $3),
written as (
  update wall
     set colour = 'white', write_count = write_count + 1
    from page
   where wall.company_id = page.company_id
     and wall.id = page.id
     and colour is null
  returning 1)
select company_id, id, (select count(*) from written)::integer as written, pg_sleep(0.02)
  from page
 order by company_id desc, id desc
 limit 1`

const settings = () => ({
  signal: new AbortController().signal,
  limit_ms: 60_000,
  folder,
  maxRows: 20,
})

/** Sets the registration of the back-fills back by 61 minutes: nodes write nothing in the first hour after it. */
async function letHourPass(): Promise<void> {
  await rows(database, sql`update back_fill set registered_at = now() - interval '61 minutes'`)
}

/** A node in a process of its own. */
function startNode(): ChildProcess {
  const program = `
    const { openPool } = await import('#database/sql.ts')
    const { runBackFills } = await import('#database/back-fill/run.ts')
    const signal = new AbortController().signal
    const settings = { signal, limit_ms: 60_000, folder: process.env.FOLDER, maxRows: 20 }
    await runBackFills(openPool(process.env.DATABASE_URL, 2), settings)`
  const node = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, FOLDER: folder, DATABASE_URL: world.url },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  onTestFinished(() => void node.kill('SIGKILL'))
  return node
}

/** Returns the lines of `fiel migrate --status`. */
async function status(): Promise<string> {
  const args = ['scripts/fiel.ts', 'migrate', '--status']
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: world.url },
  })
  return stdout
}

const writeCounts = () =>
  rows<{ company_id: string; write_count: number; count: number }>(
    database,
    sql`select company_id, write_count, count(*)::integer as count
          from wall
         group by company_id, write_count
         order by count`,
  )

test('a back-fill resumes after kill -9, and two nodes write each row once [D20]', async () => {
  await add(
    '98_wall.sql',
    `create table wall (company_id uuid, id uuid default uuidv7(), write_count integer not null default 0,
                        primary key (company_id, id))`,
  )
  await upgrade()
  await rows(
    database,
    sql`insert into wall (company_id)
        select company_id
          from (values (${cafe.id}::uuid, 400), (${posto.id}::uuid, 200)) company (company_id, count)
         cross join lateral generate_series(1, count)`,
  )
  await add('99_colour.sql', 'alter table wall add column colour text')
  await add('99_colour.back-fill.sql', batch)
  await upgrade()

  // In the first hour nodes of the release before may still write rows without the value, so the back-fill writes nothing.
  await runBackFills(appDatabase, settings())
  expect(await writeCounts()).toMatchObject([{ write_count: 0 }, { write_count: 0 }])
  await letHourPass()

  const node = startNode()
  await eventually(async () => {
    const [progress] = await backFillProgress(database)
    expect(progress!.row_count).toBeGreaterThan(40)
  })
  node.kill('SIGKILL')
  await once(node, 'exit')
  const [killed] = await backFillProgress(database)
  expect(killed).toMatchObject({ name: '99_colour', ended_at: null })
  expect(await status()).toMatch(
    /^back-fill 99_colour {2}\d+ rows written {2}waiting since 20\S+Z$/m,
  )

  await add(
    '100_coloured.sql',
    '-- Needs the back-fill 99_colour.\nalter table wall alter colour set not null',
  )
  await expect(upgrade()).rejects.toThrow(
    '100_coloured.sql needs the back-fill 99_colour, which has not ended: serve with the release before this one',
  )

  // A run skips a back-fill on which the other run is at work, so it may end early. Repeat both until all rows are written.
  await eventually(async () => {
    await Promise.all([runBackFills(appDatabase, settings()), runBackFills(database, settings())])
    const [progress] = await backFillProgress(database)
    expect(progress).toMatchObject({ row_count: 600, ended_at: expect.any(String) })
  })
  expect(await writeCounts()).toEqual([
    { company_id: posto.id, write_count: 1, count: 200 },
    { company_id: cafe.id, write_count: 1, count: 400 },
  ])
  await upgrade()
})

test('a batch that waits for a locked row fails at its time limit, and the next run ends it [D20]', async () => {
  await rows(
    database,
    sql`update back_fill set ended_at = null, after_company_id = default, after_id = default`,
  )
  await add('99_colour.back-fill.sql', batch.replace('colour is null', 'write_count = 1'))
  const large = { ...settings(), maxRows: 200 }
  await transaction(database, async (connection) => {
    await rows(connection, sql`select from wall for update`)
    const run = runBackFills(appDatabase, { ...large, lockLimit_ms: 50 })
    await expect(run).rejects.toMatchObject({ code: '55P03' })
  })
  await runBackFills(appDatabase, large)
  expect(await backFillProgress(database)).toMatchObject([{ ended_at: expect.any(String) }])
  expect(await writeCounts()).toMatchObject([{ write_count: 2 }, { write_count: 2 }])
})

test('a node of the release before sells while balances are migrated and filled [D20]', async () => {
  const documents = Array.from({ length: 60 }, newCpf)
  for (const document of documents)
    expect((await world.generate(cafe, sale(document))).status).toBe(201)
  const ending = new AbortController()
  const statuses: number[] = []
  async function sell(): Promise<void> {
    while (!ending.signal.aborted) {
      const document = documents[statuses.length % documents.length]!
      statuses.push((await world.generate(cafe, sale(document))).status)
    }
  }
  const tills = Array.from({ length: 8 }, sell)

  await add('101_shade.sql', 'alter table balance add column shade text')
  const shade = batch
    .replaceAll('wall', 'balance')
    .replace(`colour = 'white', write_count = write_count + 1`, `shade = 'dark'`)
    .replace('colour is null', 'shade is null')
    .replaceAll(/\bid\b/g, 'customer_id')
    .replace('customer_id, (select', 'customer_id as id, (select')
  await add('101_shade.back-fill.sql', shade)
  await upgrade()
  await letHourPass()
  const before = statuses.length
  await runBackFills(appDatabase, settings())
  expect(statuses.length).toBeGreaterThan(before)
  ending.abort()
  await Promise.all(tills)

  const progress = await backFillProgress(database)
  expect(progress.find(({ name }) => name === '101_shade')).toMatchObject({
    row_count: documents.length,
    ended_at: expect.any(String),
  })
  expect(new Set(statuses)).toEqual(new Set([201]))
  expect((await audit(database, world.now())).differences).toEqual([])
})

test('an upgrade over two releases is refused while the first one’s back-fill waits [D20]', async () => {
  await add('102_sound.sql', 'alter table wall add column sound text')
  await add('102_sound.back-fill.sql', batch)
  await add('103_sounding.sql', '-- Needs the back-fill 102_sound.\nselect 1')
  await expect(upgrade()).rejects.toThrow('103_sounding.sql needs the back-fill 102_sound')
  expect(await backFillProgress(database)).toHaveLength(2)
})
