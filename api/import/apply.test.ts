/** Lines that are refused while an import is applied, and what becomes of their customers (D17). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { balanceLine, csv, importsOf, membersOf } from '#api/testing/worlds/import-world.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { timeOutWrites } from '#api/testing/worlds/time-out.ts'
import { createWorld, newCpf, type TestCompany } from '#api/testing/worlds/world.ts'
import { row, rows, sql } from '#database/sql.ts'

import { resumeImports } from './resume.ts'

const world = await createWorld()
const { cafe, call, database, appDatabase } = world
const { act, check, detail, apply, imported } = importsOf(call, await staffOf(world, cafe))

/** As if the last day of this line had passed since the check. */
const expire = (id: string, line: number) =>
  rows(
    database,
    sql`update import_line set expires_on = '2026-01-01' where company_id = ${cafe.id} and import_id = ${id} and line = ${line}`,
  )
const refusals = async (id: string) =>
  (await detail(id)).refused_lines.map(({ line, sentence }) => `${line} ${sentence.slice(0, 20)}`)

test('a first line that expires before it is applied leaves its person to the next line [D17]', async () => {
  const [ana, email] = [newCpf(), `${randomUUID()}@exemplo.com.br`]
  const { id } = await check(
    csv(
      `${ana};Ana Lima;${email};;;sim;10;;;${randomUUID()}`,
      // The next line of the document is in another batch.
      ...Array.from({ length: 260 }, () => balanceLine(newCpf(), 1, randomUUID())),
      balanceLine(ana, 20, randomUUID()),
    ),
  )
  await expire(id, 2)
  expect(await apply(id)).toMatchObject({ applied: 261, refused: 1, accepted: 262, ended: 262 })
  expect(await membersOf(database, cafe, [ana])).toMatchObject([
    { name: 'Ana Lima', email, amount: 20 },
  ])
})

test('a first line that another import brings meanwhile leaves its person to the next line [D17]', async () => {
  const [ana, other, known] = [newCpf(), newCpf(), randomUUID()]
  const { id } = await check(
    csv(`${ana};Ana Lima;;;;;10;;;${known}`, balanceLine(ana, 20, randomUUID())),
  )
  await imported(csv(balanceLine(other, 10, known)))
  expect(await apply(id)).toMatchObject({ applied: 1, known: 1, refused: 0, ended: 2 })
  expect(await membersOf(database, cafe, [ana])).toMatchObject([{ name: 'Ana Lima', amount: 20 }])
})

test('a line that brings nothing adds no customer [D17]', async () => {
  const [ana, rui, other] = [newCpf(), newCpf(), newCpf()]
  const [known, used] = [randomUUID(), randomUUID()]
  const { id } = await check(csv(balanceLine(ana, 10, known), balanceLine(rui, 10, used)))
  await imported(csv(balanceLine(other, 10, known), balanceLine(other, 11, used)))
  expect(await apply(id)).toMatchObject({ applied: 0, known: 1, refused: 1, ended: 2 })
  expect(await refusals(id)).toEqual(['3 Este external_id já '])
  expect(await membersOf(database, cafe, [ana, rui])).toEqual([])
})

test('a taken contact refuses all lines of its person, and the others are applied [D17]', async () => {
  const [ana, eva, phone] = [newCpf(), newCpf(), '11987650077']
  const email = `${randomUUID()}@exemplo.com.br`
  const { id } = await check(
    csv(
      `${ana};Ana;${email};;;;10;;;${randomUUID()}`,
      `${eva};Eva;;${phone};;;10;;;${randomUUID()}`,
      ...Array.from({ length: 260 }, () => balanceLine(newCpf(), 1, randomUUID())),
      balanceLine(ana, 20, randomUUID()),
    ),
  )
  await world.registered(cafe, { email })
  await imported(csv(`${newCpf()};Eva Dias;;${phone};;;;;;`))
  expect(await apply(id)).toMatchObject({ applied: 260, refused: 3, ended: 263 })
  const taken = 'O email ou o celular'
  expect(await refusals(id)).toEqual([`2 ${taken}`, `3 ${taken}`, `264 ${taken}`])
  expect(await membersOf(database, cafe, [ana, eva])).toEqual([])
})

test('a line with two causes of refusal is counted once [D17]', async () => {
  const [ana, other, known] = [newCpf(), newCpf(), randomUUID()]
  const email = `${randomUUID()}@exemplo.com.br`
  const { id } = await check(
    csv(
      `${ana};Ana;${email};;;;10;;;${randomUUID()}`,
      balanceLine(ana, 20, known),
      balanceLine(ana, 30, randomUUID()),
      balanceLine(newCpf(), 5, randomUUID()),
    ),
  )
  await expire(id, 2)
  await imported(csv(balanceLine(other, 20, known)))
  await world.registered(cafe, { email })
  const counts = { applied: 1, known: 1, refused: 2 }
  expect(await apply(id)).toMatchObject({ ...counts, accepted: 4, ended: 4 })
  expect(await refusals(id)).toEqual(['2 A validade já passou', '4 O email ou o celular'])
  const entry = await row(
    database,
    sql`select detail -> 'after' as after from audit_entry
         where company_id = ${cafe.id} and action = 'import.applied' and subject = ${id}`,
  )
  expect(entry).toMatchObject({ after: counts })
})

test('a document that is registered between check and import gets the points [D17]', async () => {
  const ana = newCpf()
  const { id } = await check(csv(`${ana};Ana Arquivo;;;;;10;;;${randomUUID()}`))
  const { email } = await world.registered(cafe, { document: ana })
  expect(await apply(id)).toMatchObject({ applied: 1, refused: 0 })
  expect(await membersOf(database, cafe, [ana])).toMatchObject([{ email, amount: 10 }])
})

test('an import that fails does not stop the job for other companies [D17]', async () => {
  const broken = await check(csv(balanceLine(newCpf(), 5, randomUUID())))
  await act(broken.id, 'apply')
  await rows(
    database,
    sql`update import_line set amount = ${String(2n ** 60n)}::bigint where import_id = ${broken.id}`,
  )
  const other = await world.createCompany('seguinte', {})
  const node = importsOf(call, await staffOf(world, other))
  const { id } = await node.check(csv(balanceLine(newCpf(), 5, randomUUID())))
  await node.act(id, 'apply')
  const later = new Date(world.now().getTime() + 61_000)
  await expect(resumeImports(appDatabase, () => later)).rejects.toThrow(
    'imports of 1 companies did not end',
  )
  expect(await node.detail(id)).toMatchObject({ state: 'APPLIED', applied: 1 })
})

test('an import that takes too long does not stop the job for other companies [D17]', async () => {
  const companies = [
    await world.createCompany('demorada', {}),
    await world.createCompany('pontual', {}),
  ]
  const [first, second] = companies.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  const begin = async (company: TestCompany) => {
    const node = importsOf(call, await staffOf(world, company))
    const { id } = await node.check(csv(balanceLine(newCpf(), 5, randomUUID())))
    await node.act(id, 'apply')
    return () => node.detail(id)
  }
  const [ofFirst, ofSecond] = [await begin(first!), await begin(second!)]
  await timeOutWrites(database, 'import', first!.id)
  const later = new Date(world.now().getTime() + 61_000)
  await expect(resumeImports(appDatabase, () => later)).rejects.toThrow('companies did not end')
  expect(await ofFirst()).toMatchObject({ state: 'APPLYING' })
  expect(await ofSecond()).toMatchObject({ state: 'APPLIED', applied: 1 })
})
