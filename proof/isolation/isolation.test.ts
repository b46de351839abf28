import { expect, test } from 'vitest'

import type { Chunk } from '../proof.ts'
import { plant } from '../testing/plant.ts'
import { openIsolation } from './isolation.ts'
import { cells } from './probe.ts'

const limit = { timeout: 180_000 }

/** Every cell three times, with a statement that breaks a promise in the database. The seed decides how each probe names things. */
async function chunkOf(planted?: string): Promise<Chunk> {
  const size = { companies: 4, probes: 3 * cells.length }
  const stage = await openIsolation(size, async ({ ownerUrl }) => {
    if (planted !== undefined) await plant(ownerUrl, planted)
  })
  try {
    return await stage.chunk(1)
  } finally {
    await stage.close()
  }
}

test(
  'no probe of another company or beyond a role gets or changes anything [D2 T4]',
  limit,
  async () => {
    const { steps, wrongs, reached } = await chunkOf()
    expect(wrongs).toEqual([])
    expect(steps).toBeGreaterThan(2.9 * cells.length)
    expect(Object.keys(reached).length).toBeGreaterThan(0.95 * cells.length)
  },
)

test.each([
  [
    'a session that is valid at every company',
    `create or replace function fiel.session_of(p_company_id uuid, p_token_hash bytea, p_now timestamptz)
     returns table (customer_id uuid) language sql stable as $$
       select session.customer_id
         from fiel.session
        where session.token_hash = p_token_hash and session.expires_at > p_now and p_company_id is not null
     $$`,
    /the answer is .* for what exists nowhere|the answer \d+ has /,
  ],
  [
    'a list of keys with those of every company',
    `create or replace function fiel.key_names(p_company_id uuid)
     returns table (id uuid, name text) language sql stable as $$
       select partner_key.id, partner_key.name from fiel.partner_key where p_company_id is not null
     $$`,
    /^GET \/admin\/movement\/choice · staff .*: the answer 200 has /,
  ],
  [
    'a revoked key that its till still uses',
    `create or replace function fiel.identified_till(
       p_company_id uuid, p_key_hash bytea, p_scope text, p_address text, p_now timestamptz)
     returns table (id uuid, error text) language sql as $$
       select partner_key.id, null
         from fiel.partner_key
        where partner_key.company_id = p_company_id and partner_key.key_hash = p_key_hash
     $$`,
    / · ended · own, .*: the answer is 20\d/,
  ],
  [
    'a request for points that every till of its company reads',
    `update fiel.intention
        set partner_key_id = partner_key.id
       from fiel.partner_key
      where partner_key.company_id = intention.company_id and partner_key.name like 'Caixa 2 %'`,
    /^\w+ \/partner\/points\/intention\/\{id\}\S* · till · till, .*: the answer is 20\d/,
  ],
  [
    'a failed attempt that writes a row of every company',
    `create function fiel.planted() returns trigger language plpgsql security definer as $$
     begin
       update fiel.staff set name = name || '.';
       return new;
     end $$;
     create trigger planted after insert on fiel.attempt execute function fiel.planted()`,
    /rows of a company that was only named have changed: \S+ staff$/,
  ],
])('%s is reported [T4]', limit, async (_defect, planted, wrong) => {
  const { wrongs } = await chunkOf(planted)
  expect(wrongs).toEqual(expect.arrayContaining([expect.stringMatching(wrong)]))
})
