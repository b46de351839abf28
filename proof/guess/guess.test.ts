import { expect, test } from 'vitest'

import type { Chunk } from '../proof.ts'
import { plant } from '../testing/plant.ts'
import { openGuesses } from './guess.ts'

const limit = { timeout: 180_000 }

async function chunkOf(spoil?: Parameters<typeof openGuesses>[0]): Promise<Chunk> {
  const stage = await openGuesses(spoil)
  try {
    return await stage.chunk(1)
  } finally {
    await stage.close()
  }
}

test(
  'of 1,000 guesses at once at two nodes at most five are compared for each authorisation [I9 T5]',
  limit,
  async () => {
    const { steps, wrongs, reached } = await chunkOf()
    expect(wrongs).toEqual([])
    expect(steps).toBe(1_000)
    expect(reached['till · compared']).toBeGreaterThan(0)
    expect(reached['counter · refused after the fifth']).toBeGreaterThan(0)
  },
)

test('a database that compares 50 guesses is reported [T5]', limit, async () => {
  const { wrongs } = await chunkOf(({ ownerUrl }) =>
    plant(
      ownerUrl,
      `create or replace function fiel.max_wrong_codes()
      returns integer language sql immutable as $$ select 50 $$`,
    ),
  )
  expect(wrongs).toEqual(expect.arrayContaining([expect.stringMatching(/ guesses were compared$/)]))
})
