import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { balanceLine, csv, importsOf } from '#api/testing/worlds/import-world.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, newCpf } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { purgeImports } from './purge.ts'

const world = await createWorld()
const { cafe, database, appDatabase } = world

const linesOf = async (id: string) =>
  (
    await rows<{ line: number }>(
      database,
      sql`select line from import_line where company_id = ${cafe.id} and import_id = ${id} order by line`,
    )
  ).map(({ line }) => line)
const daysLater = (days: number) => new Date(world.now().getTime() + days * 86_400_000)

test('a checked import is given up after 7 days, and its lines are deleted [D17]', async () => {
  const { check, detail } = importsOf(world.call, await staffOf(world, cafe))
  const { id } = await check(csv(balanceLine(newCpf(), 5, randomUUID())))
  await purgeImports(appDatabase, daysLater(6.9))
  expect(await linesOf(id)).toEqual([2])
  await purgeImports(appDatabase, daysLater(7.1))
  expect(await linesOf(id)).toEqual([])
  expect(await detail(id)).toMatchObject({ state: 'DISCARDED', lines: 1 })
  const acts = await rows<{ action: string; actor: string }>(
    database,
    sql`select action, content ->> 'actor_name' as actor
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${cafe.id} and subject = ${id}
         order by sequence`,
  )
  expect(acts.at(-1)).toEqual({ action: 'import.discarded', actor: 'Fiel' })
})

test('the refused lines of an applied import stay 30 days, those of a refused file a night [D17]', async () => {
  const { check, imported } = importsOf(world.call, await staffOf(world, cafe))
  const { id } = await imported(csv('1;;;;;;;;;', balanceLine(newCpf(), 5, randomUUID())))
  const long = `${csv('1;;;;;;;;;').repeat(1)}\n${'1;;;;;;;;;\n'.repeat(26_000)}"`
  const refused = await check(long)
  expect(refused.state).toBe('REFUSED')
  expect((await linesOf(refused.id)).length).toBeGreaterThan(1_000)
  await purgeImports(appDatabase, daysLater(1))
  expect(await linesOf(refused.id)).toEqual([])
  expect(await linesOf(id)).toEqual([2])
  await purgeImports(appDatabase, daysLater(30.1))
  expect(await linesOf(id)).toEqual([])
})
