import type pg from 'pg'
import { expect, test } from 'vitest'

import { createWorld } from '#api/testing/worlds/world.ts'

import type { Chunk } from '../proof.ts'
import { changedTables, fingerprint } from '../traffic/fingerprint.ts'
import { openForcedErrors } from './forced-error.ts'

const limit = { timeout: 240_000 }

async function chunkOf(
  options: NonNullable<Parameters<typeof openForcedErrors>[0]>,
): Promise<Chunk> {
  const stage = await openForcedErrors(options)
  try {
    return await stage.chunk(1)
  } finally {
    await stage.close()
  }
}

test(
  'a call that the database fails is retried five times at most, and leaves nothing behind [I5 I7]',
  limit,
  async () => {
    const { steps, wrongs, reached } = await chunkOf({ singles: 20, events: [] })
    expect(steps).toBe(20)
    expect(wrongs).toEqual([])
    const outcomes = new Set(Object.keys(reached).map((cell) => cell.replace(/.* · /, '')))
    expect(outcomes).toEqual(new Set(['answered after retries', '503']))
  },
)

test(
  'calls without a connection, with a full disk or a wrong clock are each carried out once [I5 I7]',
  limit,
  async () => {
    const events = ['pool exhausted', 'disk full', 'clock a day ahead'] as const
    const { wrongs, reached } = await chunkOf({ singles: 0, events })
    expect(wrongs).toEqual([])
    for (const event of events) expect(reached[event]).toBeGreaterThan(0)
  },
)

test('an act at the counter that is answered and not stored is reported [I5]', limit, async () => {
  const spoil = async (owner: pg.Client) => {
    await owner.query(`
      create function fiel.drop_row() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger drop_row before insert on fiel.counter_act
         for each row execute function fiel.drop_row()`)
  }
  const { wrongs } = await chunkOf({ singles: 0, events: ['clock a day behind'], spoil })
  expect(wrongs).toEqual(expect.arrayContaining([expect.stringContaining('lost: act ')]))
})

const world = await createWorld()

test('the fingerprints of a company differ in the tables that a write has changed', async () => {
  const { cafe, database } = world
  const before = await fingerprint(database, cafe.id)
  expect(changedTables(before, await fingerprint(database, cafe.id))).toEqual([])
  await world.confirmed(cafe, 10)
  const changed = changedTables(before, await fingerprint(database, cafe.id))
  expect(changed).toEqual(expect.arrayContaining(['balance', 'customer', 'lot', 'points_record']))
})
