/** How the commands of one call of apply() affect each other. */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { grant } from '#api/testing/worlds/movement.ts'
import { createWorld, newCpf } from '#api/testing/worlds/world.ts'
import { systemIo } from '#database/io.ts'
import { row, rows, sql } from '#database/sql.ts'

import { createEngine } from './apply.ts'
import { bytes, type Command } from './command.ts'

const world = await createWorld()
const { cafe, posto, database } = world

const partner_key_id = (await row<{ id: string }>(
  database,
  sql`select id from partner_key where company_id = ${cafe.id} limit 1`,
))!.id

function earn(changes: Partial<Command> = {}): Command {
  return {
    verb: 'earn',
    partner_key_id,
    document: newCpf(),
    purchase_value: 1_000,
    points_value: 0,
    external_id: randomUUID(),
    subsidiary_name: 'Loja 1',
    subsidiary_key: 'loja 1',
    fingerprint: bytes(Buffer.alloc(1)),
    ...changes,
  } as Command
}

function spend({ id }: { id: string }, amount: number): Command {
  return { verb: 'spend', caller_id: id, amount, origin: 'voucher' }
}

/** The errors of one call, in the order of its commands. */
async function errorsOf(commands: Command[]): Promise<(string | null)[]> {
  const outcomes = await rows<{ error: string | null }>(
    database,
    sql`select error from apply(${cafe.id}, ${JSON.stringify(commands)}, ${world.now()}) order by n`,
  )
  return outcomes.map(({ error }) => error)
}

test('apply() carries out one command of a customer in a call; the others get `later` [T1]', async () => {
  const [ana, bia] = [await world.registered(cafe), await world.registered(cafe)]
  await grant(world, cafe, ana, 100)
  await grant(world, cafe, bia, 100)
  expect(await errorsOf([spend(ana, 100), spend(bia, 100), spend(ana, 100)])).toEqual([
    null,
    null,
    'later',
  ])
  expect(await errorsOf([spend(ana, 100)])).toEqual(['insufficient_balance'])
})

test('of commands with the same new document or external_id apply() carries out one [D3]', async () => {
  const document = newCpf()
  expect(await errorsOf([earn({ document }), earn({ document })])).toEqual([null, 'later'])
  const external_id = randomUUID()
  expect(await errorsOf([earn({ external_id }), earn({ external_id })])).toEqual([null, 'later'])
})

test('apply() carries out one command of an idempotency key in a call; the next call replays it [D2]', async () => {
  const [key, key_fingerprint] = [randomUUID(), bytes(Buffer.alloc(1))]
  const keyed = () => earn({ key, key_fingerprint })
  const first = keyed()
  expect(await errorsOf([first, keyed()])).toEqual([null, 'later'])
  const replays = await rows(
    database,
    sql`select error, is_replay from apply(${cafe.id}, ${JSON.stringify([first])}, ${world.now()})`,
  )
  expect(replays).toEqual([{ error: null, is_replay: true }])
})

test('a command with an error changes nothing, and the other commands of its call are carried out', async () => {
  const ana = await world.registered(cafe)
  await grant(world, cafe, ana, 100)
  const refused = earn({ rule: 'no-such-rule' })
  expect(await errorsOf([refused, spend(ana, 30), earn()])).toEqual([
    'unknown_calculation_rule',
    null,
    null,
  ])
  const { document } = refused as { document: string }
  expect(await rows(database, sql`select from customer where document = ${document}`)).toEqual([])
})

test('two companies’ commands, sent at the same time, each reach their own company [T2]', async () => {
  const engine = createEngine(systemIo(database))
  const [ana, bia] = [await world.registered(cafe), await world.registered(posto)]
  await grant(world, cafe, ana, 100)
  await grant(world, posto, bia, 50)
  const spends = await Promise.all([
    engine.apply(cafe.id, spend(ana, 60), world.now()),
    engine.apply(posto.id, spend(bia, 60), world.now()),
  ])
  expect(spends).toMatchObject([
    { error: null, result: { amount: -60, balance_amount: 40 } },
    { error: 'insufficient_balance', details: { missing: 10 } },
  ])
})
