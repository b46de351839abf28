import { existsSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { Chunk } from '../proof.ts'
import { plant } from '../testing/plant.ts'
import { openModel } from './model.ts'

async function chunkOf(options: Parameters<typeof openModel>[0]): Promise<Chunk> {
  const stage = await openModel(options)
  try {
    return await stage.chunk(7)
  } finally {
    await stage.close()
  }
}

test('histories at the same time, each with a clock of its own, agree with the model [I3]', async () => {
  const { steps, wrongs } = await chunkOf({ seeds: 3 })
  expect(wrongs).toEqual([])
  expect(steps).toBeGreaterThan(300)
})

test('a balance that the model does not have is a wrong with the command that repeats it [I3]', async () => {
  const { wrongs } = await chunkOf({
    seeds: 1,
    // Each sale gives a point too much.
    spoil: ({ ownerUrl }) =>
      plant(
        ownerUrl,
        `create function add() returns trigger language plpgsql as
             $$ begin new.amount := new.amount + 1; return new; end $$;
           create trigger add before insert on points_record
              for each row when (new.type_id = 'GNR') execute function add()`,
      ),
  })
  expect(wrongs).toEqual([
    expect.stringMatching(/^npm run soak -- --seed 7000 differs from the model: .* to equal /s),
  ])
})

test('an error while the proof opens leaves no database behind', async () => {
  let folder = ''
  const opening = openModel({
    spoil: async (database) => {
      folder = database.folder
      throw new Error('refused')
    },
  })
  await expect(opening).rejects.toThrow('refused')
  expect(folder).not.toBe('')
  expect(existsSync(folder)).toBe(false)
})
