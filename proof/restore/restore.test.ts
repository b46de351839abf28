import pg from 'pg'
import { expect, test } from 'vitest'

import type { Chunk } from '../proof.ts'
import { openRestore } from './restore.ts'

const limit = { timeout: 180_000 }

async function chunkOf(spoil?: Parameters<typeof openRestore>[0]): Promise<Chunk> {
  const stage = await openRestore(spoil)
  try {
    return await stage.chunk(1)
  } finally {
    await stage.close()
  }
}

async function execute(ownerUrl: string, statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  await owner.query(statement)
  await owner.end()
}

test(
  'a base backup under load has every acknowledged write, and its records rebuild its ledger [I14]',
  limit,
  async () => {
    const { steps, wrongs, reached } = await chunkOf()
    expect(wrongs).toEqual([])
    expect(steps).toBe(1)
    expect(reached['calls answered after the backup began']).toBeGreaterThan(0)
  },
)

test(
  'a restored lot with a point less is reported, and so is a restored act that is missing [I14]',
  limit,
  async () => {
    const { wrongs } = await chunkOf((ownerUrl) =>
      execute(
        ownerUrl,
        `update fiel.lot set remaining_amount = remaining_amount - 1
        where (company_id, id) = (select company_id, id from fiel.lot where remaining_amount > 1 limit 1);
       delete from fiel.counter_act`,
      ),
    )
    expect(wrongs).toEqual(
      expect.arrayContaining([
        'the records do not rebuild the restored ledger',
        'the restored ledger has another hash',
        expect.stringMatching(/^the restored tables differ: .*counter_act/),
        expect.stringMatching(/^lost: act /),
      ]),
    )
  },
)
