/** Two publications at once, on two nodes, and a node that dies between (D15). */

import { expect, test } from 'vitest'

import { endWaiting, somebodyWaits } from '#api/testing/worlds/lock.ts'
import { editorOf, replace } from '#api/testing/worlds/programme-world.ts'
import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { openPool, row, rows, sql, transaction } from '#database/sql.ts'

import { publishDue } from './approve.ts'

const world = await createWorld()
const another = await world.anotherNode()
let count = 0

async function shop() {
  count += 1
  const company = await world.createCompany(`corrida-${count}`, {})
  const ana = await editorOf(world, company, { name: 'Ana' })
  return { company, ana, rui: await editorOf(world, company, { name: 'Rui', through: another }) }
}

/** Holds the company's row while `work` begins, and until a connection waits for it. */
async function whileLocked<Result>(
  company: { id: string },
  work: () => Promise<Result>[],
  waiters: number,
  then: () => Promise<void> = async () => undefined,
): Promise<PromiseSettledResult<Result>[]> {
  let settled: Promise<PromiseSettledResult<Result>[]> = Promise.resolve([])
  await transaction(world.database, async (connection) => {
    await rows(connection, sql`select from company where company_id = ${company.id} for update`)
    settled = Promise.allSettled(work())
    await somebodyWaits(world.database, waiters)
    await then()
  })
  return settled
}

const versions = (company: { id: string }) =>
  row<{ versions: number; entries: number }>(
    world.database,
    sql`select (select count(*)::integer from programme_version where company_id = ${company.id}) as versions,
               (select count(*)::integer from audit_entry where company_id = ${company.id}) as entries`,
  )

test('one of two concurrent publications succeeds, and the other is draft_outdated [D15]', async () => {
  const { company, ana, rui } = await shop()
  await ana.patch(replace('/program_name', 'Clube da Ana'))
  await rui.patch(replace('/program_name', 'Clube do Rui'))
  const settled = await whileLocked(company, () => [ana.publish(), rui.publish()], 2)
  const answers = settled.map(
    (one) => (one as PromiseFulfilledResult<Awaited<ReturnType<typeof ana.publish>>>).value,
  )
  const won = answers.filter(({ status }) => status === 201)
  const lost = answers.filter(({ status }) => status !== 201)
  expect(won).toMatchObject([{ body: { version: 2 } }])
  expect(lost.map(errorOf)).toMatchObject([{ status: 409, type: 'draft_outdated' }])
  expect(await versions(company)).toEqual({ versions: 2, entries: 1 })
  const drafts = [await ana.draft(), await rui.draft()].filter(Boolean)
  expect(drafts).toMatchObject([{ base_version: 1, version: 2 }])
})

test('two nodes publish a scheduled request once [D15]', async () => {
  const { company, ana } = await shop()
  await ana.patch(replace('/program_name', 'Clube'))
  await ana.publish('2026-11-20T16:00:00Z')
  const due = () => publishDue(world, new Date('2026-11-20T16:00:01Z'))
  const settled = await whileLocked(company, () => [due(), due()], 2)
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await versions(company)).toEqual({ versions: 2, entries: 2 })
  expect(await ana.programme()).toMatchObject({ version: 2, requests: [] })
})

test('a node that dies while it publishes leaves nothing, and the next run publishes once [D15]', async () => {
  const { company, ana } = await shop()
  await ana.patch(replace('/program_name', 'Clube'))
  await ana.publish('2026-11-20T16:00:00Z')
  const pool = openPool(world.url, 2)
  pool.on('error', () => undefined)
  const due = (database = world.database) =>
    publishDue({ ...world, database }, new Date('2026-11-20T16:00:01Z'))
  const settled = await whileLocked(
    company,
    () => [due(pool)],
    1,
    () => endWaiting(world.database),
  )
  expect(settled.map(({ status }) => status)).toEqual(['rejected'])
  expect(await ana.programme()).toMatchObject({ version: 1, requests: [{ state: 'SCHEDULED' }] })
  await due()
  await due()
  expect(await versions(company)).toEqual({ versions: 2, entries: 2 })
  await pool.end()
})

test('two concurrent first edits of a company without versions store one version [D15]', async () => {
  const { company, ana, rui } = await shop()
  const client = await world.database.connect()
  await client.query(sql`delete from programme_version where company_id = ${company.id}`)
  client.release()
  expect(await ana.programme()).toMatchObject({ version: 1, published_by: null })
  expect(await versions(company)).toMatchObject({ versions: 0 })
  const edits = [ana, rui].map((person) => person.patch(replace('/program_name', 'Clube')))
  expect((await Promise.all(edits)).map(({ status }) => status)).toEqual([200, 200])
  expect(await versions(company)).toMatchObject({ versions: 1 })
})
