import { expect, test } from 'vitest'

import type { Chunk } from '../proof.ts'
import { plant } from '../testing/plant.ts'
import { malformed, openMalformed } from './malformed.ts'

const limit = { timeout: 180_000 }
const cells = malformed.cells!.required

/** Every cell twice, with a statement that breaks a promise in the database. */
async function chunkOf(planted?: string): Promise<Chunk> {
  const stage = await openMalformed(2 * cells.length, async ({ ownerUrl }) => {
    if (planted !== undefined) await plant(ownerUrl, planted)
  })
  try {
    return await stage.chunk(1)
  } finally {
    await stage.close()
  }
}

test(
  'a malformed request of each kind to each endpoint gets an error and changes nothing [D2 T20]',
  limit,
  async () => {
    const { steps, wrongs, reached } = await chunkOf()
    expect(wrongs).toEqual([])
    expect(steps).toBeGreaterThan(1.9 * cells.length)
    expect(Object.keys(reached).length).toBeGreaterThan(0.95 * cells.length)
  },
)

test.each([
  [
    'an error inside a statement',
    `create or replace function fiel.is_open(p_company_id uuid)
     returns setof boolean language plpgsql stable as $$
     begin
       raise 'planted' using errcode = 'XX000';
     end $$`,
    /: the answer is 500, sent /,
  ],
  [
    'a check of the caller that writes',
    `create or replace function fiel.is_open(p_company_id uuid)
     returns setof boolean language plpgsql security definer as $$
     begin
       update fiel.staff set name = name || '.' where company_id = p_company_id;
       return next true;
     end $$`,
    /^refused requests have changed rows: \S+ staff$/,
  ],
])('%s is reported [T20]', limit, async (_defect, planted, wrong) => {
  const { wrongs } = await chunkOf(planted)
  expect(wrongs).toEqual(expect.arrayContaining([expect.stringMatching(wrong)]))
})
