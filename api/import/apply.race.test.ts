/** Concurrent calls while an import is applied. killed.race.test.ts kills the command. */

import { setTimeout as sleep } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { eraseCustomer } from '#api/privacy/erase.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import {
  balanceLine,
  csv,
  importedTotals,
  importsOf,
  membersOf,
  stageImport,
} from '#api/testing/worlds/import-world.ts'
import { endWaiting, somebodyWaits } from '#api/testing/worlds/lock.ts'
import { createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import { rows, sql, transaction } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { resumeImports } from './resume.ts'
import { lockImport } from './stored-import.ts'

const world = await createWorld()
const { database, appDatabase } = world
const stage = (slug: string, count: number) => stageImport(world, slug, count)

test('two nodes that apply one import at once credit each balance once [D17]', async () => {
  const { company, owner, file, sum } = await stage('dois', 1_500)
  const second = await world.anotherNode()
  const nodes = [importsOf(world.call, owner), importsOf(second, owner)]
  const { id } = await nodes[0]!.check(file)
  const views = await Promise.all(nodes.map((node) => node.apply(id)))
  for (const view of views)
    expect(view).toMatchObject({ state: 'APPLIED', applied: 1_500, applied_amount: sum })
  expect(await importedTotals(database, company)).toEqual({
    customers: 1_500,
    records: 1_500,
    amount: sum,
  })
  const ends = await rows(
    database,
    sql`select from audit_entry where company_id = ${company.id} and action = 'import.applied'`,
  )
  expect(ends).toHaveLength(1)
})

test('two imports of one file, applied at once, credit each balance once [D17]', async () => {
  const { company, owner, file, sum } = await stage('gemeos', 800)
  const second = await world.anotherNode()
  const nodes = [importsOf(world.call, owner), importsOf(second, owner)]
  const checked = [await nodes[0]!.check(file), await nodes[1]!.check(file)]
  const views = await Promise.all(nodes.map((node, at) => node.apply(checked[at]!.id)))
  expect(views[0]!.applied + views[1]!.applied).toBe(800)
  expect(views[0]!.known + views[1]!.known).toBe(800)
  expect(await importedTotals(database, company)).toEqual({
    customers: 800,
    records: 800,
    amount: sum,
  })
  expect(await audit(database, world.now())).toMatchObject({ differences: [] })
})

test('sales go on while their customers’ balances are imported [D17]', async () => {
  const { company, owner, documents, file, sum } = await stage('vendas', 600)
  const node = importsOf(world.call, owner)
  const { id } = await node.check(file)
  const importing = { isOver: false }
  const sold = Array.from({ length: 4 }, async (_, at) => {
    for (let n = at; !importing.isOver || n < 20; n += 4) {
      const answer = await world.generate(company, sale(documents[n % documents.length]!))
      expect(answer.status).toBe(201)
    }
  })
  await node.apply(id)
  importing.isOver = true
  await Promise.all(sold)
  expect(await importedTotals(database, company)).toEqual({
    customers: 600,
    records: 600,
    amount: sum,
  })
  expect(await audit(database, world.now())).toMatchObject({ differences: [] })
})

test('a person who is erased before the line is applied is not brought back [D16 D17]', async () => {
  const { company, owner } = await stage('esquece', 1)
  const ana = await world.registered(company)
  const node = importsOf(world.call, owner)
  const file = csv(balanceLine(ana.document, 50, 'a'), balanceLine(newCpf(), 5, 'b'))
  const { id } = await node.check(file)
  const person = { company_id: company.id, customer_id: ana.id, now: world.now() }
  await eraseCustomer({ database: appDatabase, secret: world.secret }, person, {})
  expect(await node.detail(id)).toMatchObject({ accepted: 2, refused: 1, ended: 1 })
  const counts = { applied: 1, applied_amount: 5, refused: 1, ended: 2 }
  expect(await node.apply(id)).toMatchObject(counts)
  expect(await membersOf(database, company, [ana.document])).toEqual([])
  expect((await node.detail(id)).refused_lines).toMatchObject([
    { line: 2, sentence: 'A pessoa pediu para apagar os seus dados depois da conferência.' },
  ])
  // The same balance for the same document, again: it is known, and nobody comes back.
  const bia = await world.registered(company)
  await node.apply((await node.check(csv(balanceLine(bia.document, 9, 'c')))).id)
  await eraseCustomer(
    { database: appDatabase, secret: world.secret },
    { ...person, customer_id: bia.id },
    {},
  )
  expect(await node.check(csv(balanceLine(bia.document, 9, 'c')))).toMatchObject({
    known: 1,
    new_customers: 0,
  })
})

test('an erasure that meets a batch of the import waits for it, and both end [D16 D17]', async () => {
  const { company, owner } = await stage('encontro', 1)
  const ana = await world.registered(company)
  const node = importsOf(world.call, owner)
  const { id } = await node.check(csv(balanceLine(ana.document, 50, 'a')))
  let erasing: Promise<unknown> | undefined
  await transaction(database, async (connection) => {
    // As a batch: the import first, then its lines.
    await lockImport(connection, company.id, id)
    const person = { company_id: company.id, customer_id: ana.id, now: world.now() }
    erasing = eraseCustomer({ database: appDatabase, secret: world.secret }, person, {})
    await somebodyWaits(database)
    await rows(
      connection,
      sql`select from import_line where company_id = ${company.id} and import_id = ${id} for update`,
    )
  })
  expect(await erasing).toBe(true)
  expect(await node.detail(id)).toMatchObject({ accepted: 1, refused: 1, ended: 1 })
})

test('a line whose customer is locked waits, and the others are applied [D17]', async () => {
  const { company, owner } = await stage('ocupado', 1)
  const ana = await world.registered(company)
  const node = importsOf(world.call, owner)
  const { id } = await node.check(
    csv(balanceLine(ana.document, 50, 'a'), balanceLine(newCpf(), 5, 'b')),
  )
  let applying: Promise<unknown> | undefined
  await transaction(database, async (connection) => {
    await rows(connection, sql`select lock_balance(${company.id}, ${ana.id})`)
    applying = node.apply(id)
    await eventually(async () =>
      expect(await importedTotals(database, company)).toMatchObject({ records: 1 }),
    )
    await sleep(100)
  })
  expect(await applying).toMatchObject({ state: 'APPLIED', applied: 2 })
})

test('the job goes on with an import that nobody has continued for a minute, and not before [D17]', async () => {
  const { company, owner, file, sum } = await stage('sozinho', 300)
  const node = importsOf(world.call, owner)
  const { id } = await node.check(file)
  await node.act(id, 'apply')
  await resumeImports(appDatabase, world.now)
  expect(await importedTotals(database, company)).toMatchObject({ records: 0 })
  world.moveClock(new Date(world.now().getTime() + 61_000).toISOString())
  // The clock of a run that takes an hour: each reading is a minute later.
  let minutes = 0
  const clock = () => new Date(world.now().getTime() + 60_000 * minutes++)
  await resumeImports(appDatabase, clock)
  expect(await node.detail(id)).toMatchObject({
    state: 'APPLIED',
    applied: 300,
    applied_amount: sum,
  })
  const instants = await rows(
    database,
    sql`select distinct created_at from points_record where company_id = ${company.id}`,
  )
  expect(instants).toHaveLength(2)
})

test('the job stops at once when the database is away, and leaves the other imports [D17]', async () => {
  const { company, owner, documents } = await stage('fora', 2)
  const node = importsOf(world.call, owner)
  const ids: string[] = []
  for (const document of documents) {
    const { id } = await node.check(csv(balanceLine(document, 5, document)))
    await node.act(id, 'apply')
    ids.push(id)
  }
  const later = new Date(world.now().getTime() + 61_000)
  await transaction(database, async (connection) => {
    await lockImport(connection, company.id, ids[0]!)
    const resumed = resumeImports(appDatabase, () => later)
    const stopped = expect(resumed).rejects.toThrow('terminating connection')
    await somebodyWaits(database)
    await endWaiting(database)
    await stopped
  })
  expect(await importedTotals(database, company)).toMatchObject({ records: 0 })
})
