import { expect, test } from 'vitest'

import type { Chunk } from '../proof.ts'
import { plant } from '../testing/plant.ts'
import { type NetworkOptions, openNetwork } from './network.ts'
import type { FaultKind } from './proxy.ts'

const limit = { timeout: 240_000 }

async function chunkOf(kinds: FaultKind[], spoil?: NetworkOptions['spoil']): Promise<Chunk> {
  const stage = await openNetwork({ kinds, networks: 1, ...(spoil && { spoil }) })
  try {
    return await stage.chunk(1)
  } finally {
    await stage.close()
  }
}

test(
  'calls that lose the database before or after their COMMIT are each carried out once [I5 I6 D15]',
  limit,
  async () => {
    const { steps, wrongs, reached } = await chunkOf([
      'reset before COMMIT',
      'reset after COMMIT',
      'half-open after COMMIT',
    ])
    expect(steps).toBe(3)
    expect(wrongs).toEqual([])
    const outcomes = new Set(Object.keys(reached).map((cell) => cell.replace(/ · .* · /, ': ')))
    expect([...outcomes]).toEqual(
      expect.arrayContaining([
        'reset before COMMIT: had not',
        'reset after COMMIT: had happened',
        'half-open after COMMIT: had happened',
      ]),
    )
  },
)

test('a sale that is recorded twice after a lost answer is reported [I5]', limit, async () => {
  // The ledger forgets under which number a till sent a sale, so it cannot recognise the repeat.
  const { wrongs } = await chunkOf(['reset after COMMIT'], ({ ownerUrl }) =>
    plant(
      ownerUrl,
      `create function forget() returns trigger language plpgsql as
           $$ begin new.external_id := null; return new; end $$;
         create trigger forget before insert on points_record
            for each row when (new.type_id = 'GNR') execute function forget()`,
    ),
  )
  expect(wrongs).toEqual(expect.arrayContaining([expect.stringContaining('doubled: record ')]))
})
