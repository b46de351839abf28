/**
 * The key of a person at the counter of a shop (D15). With it the counter makes the calls of a till, so the limits of a till hold for
 * the counter too: look-ups and misses (T18), requests for points and wrong codes (T6). Nobody can present the key, because its
 * hash is of random bytes that are thrown away.
 */

import { randomBytes } from 'node:crypto'

import type { Credential } from '#api/http/caller.ts'
import type { PartnerScope } from '#contract/partner.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** A key as `Credential` and as `Identity` name it. */
export type CounterKey = { partner_key_id: string; key_hash: Buffer }

type Place = { company_id: string; staff_id: string; shop_key: string; shop: string }

/** The key of the person in the shop; it is made with the first call. */
export async function counterKey(database: Database, place: Place, now: Date): Promise<CounterKey> {
  const stored = await storedCounterKey(database, place)
  if (stored) return stored
  const { company_id, staff_id, shop_key, shop } = place
  await rows(
    database,
    sql`insert into partner_key (company_id, name, key_hash, prefix, staff_id, shop_key, created_at)
        values (${company_id}, ${shop}, ${randomBytes(32)}, '', ${staff_id}, ${shop_key}, ${now})
        on conflict (company_id, staff_id, shop_key) where staff_id is not null do nothing`,
  )
  return (await storedCounterKey(database, place))!
}

/** The key of the person in the shop; undefined: the person has never called there. */
export async function storedCounterKey(
  database: Database,
  { company_id, staff_id, shop_key }: Omit<Place, 'shop'>,
): Promise<CounterKey | undefined> {
  return row<CounterKey>(
    database,
    sql`select id as partner_key_id, key_hash
          from partner_key
         where company_id = ${company_id}
           and staff_id = ${staff_id}
           and shop_key = ${shop_key}`,
  )
}

/** The credential of a call. `address`: a key of a counter may call from any. */
export function counterCredential(
  company_id: string,
  { key_hash }: CounterKey,
  scope: PartnerScope = 'points',
): Credential['partner'] {
  return { company_id, key_hash, scope, address: null }
}
