import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { withoutDatabase } from '#api/testing/worlds/database-url.ts'
import { createWorld, sale } from '#api/testing/worlds/world.ts'
import { row, rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, database } = world

function fiel(...args: string[]) {
  const program = [join(import.meta.dirname, '../../scripts/fiel.ts'), 'report', ...args]
  const env = { ...process.env, DATABASE_URL: world.url, FIEL_SECRET: 'x'.repeat(32) }
  const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8', env })
  return { status, stdout, stderr: withoutDatabase(stderr) }
}

const earned = () =>
  row(
    database,
    sql`select coalesce(sum(count), 0)::integer as count, coalesce(sum(amount), 0)::integer as amount
          from report_day where company_id = ${cafe.id} and kind = 'earn'`,
  )

test('fold adds new records, and rebuild adds up the whole ledger anew [D18]', async () => {
  world.moveClock(new Date().toISOString())
  const { document } = await world.registered(cafe)
  for (let n = 0; n < 3; n += 1) await world.generate(cafe, sale(document))
  // The records of the last second are left for the next run.
  await rows(database, sql`select pg_sleep(1.1)`)
  expect(fiel('fold')).toEqual({ status: 0, stdout: '', stderr: '' })
  expect(await earned()).toEqual({ count: 3, amount: 300 })
  await rows(database, sql`update report_day set amount = 1 where company_id = ${cafe.id}`)
  expect(fiel('rebuild', 'cafe')).toEqual({
    status: 0,
    stdout: 'The reports are rebuilt.\n',
    stderr: '',
  })
  expect(await earned()).toEqual({ count: 3, amount: 300 })
})

test('rebuild says in one sentence that there is no such company [D18]', () => {
  const { status, stdout, stderr } = fiel('rebuild', 'ninguem')
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toMatch(/^[^\n]*ninguem[^\n]*\n$/)
})
