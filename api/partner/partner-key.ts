/** The keys of a company's tills (D3, T18). Several may be live, so that one can replace another without a gap. */

import { newPartnerKey, secretHash } from '#api/http/caller.ts'
import {
  defaultLookUpsPerHour,
  defaultMissesPerHour,
  type PartnerKeyChange,
  type PartnerKeyView,
} from '#contract/console/partner-key.ts'
import { partnerScopes } from '#contract/partner.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** Random characters of a key that its prefix leaves out: the prefix ends with the first 6 of 43. */
const hiddenLength = 37

/** The limits of a key. They bound the damage of a stolen key (T18). */
export type KeyLimits = Readonly<Omit<PartnerKeyChange, 'name' | 'scopes' | 'addresses'>> & {
  readonly scopes: readonly PartnerKeyChange['scopes'][number][]
  readonly addresses: readonly string[] | null
}

/** Creates a key and returns it. It is shown only once, because only its hash and prefix are stored. */
export async function createPartnerKey(
  database: Database,
  company_id: string,
  name: string,
  now: Date,
  limits: Partial<KeyLimits> = {},
): Promise<string> {
  return (await makePartnerKey(database, company_id, name, now, limits)).key
}

/** Creates a key and returns it with what is stored of it. */
export async function makePartnerKey(
  database: Database,
  company_id: string,
  name: string,
  now: Date,
  {
    scopes = partnerScopes,
    addresses = null,
    most_points_per_day = null,
    most_look_ups_per_hour = defaultLookUpsPerHour,
    most_misses_per_hour = defaultMissesPerHour,
  }: Partial<KeyLimits> = {},
): Promise<PartnerKeyView & { key: string }> {
  const key = newPartnerKey(company_id)
  const { id } = (await row<{ id: string }>(
    database,
    sql`insert into partner_key (company_id, name, key_hash, prefix, scopes, addresses, most_points_per_day,
          most_look_ups_per_hour, most_misses_per_hour, created_at)
        select ${company_id}, ${name}, ${secretHash(key)}, ${key.slice(0, -hiddenLength)}, ${scopes},
               (select array_agg(network(address::inet)) from unnest(${addresses}::text[]) address),
               ${most_points_per_day}, ${most_look_ups_per_hour}, ${most_misses_per_hour}, ${now}
        returning id`,
  ))!
  return { ...(await partnerKey(database, company_id, id))!, key }
}

/** The keys of a company, newest first. */
export async function partnerKeys(
  database: Database,
  company_id: string,
): Promise<PartnerKeyView[]> {
  return keysOf(database, company_id, null)
}

export async function partnerKey(
  database: Database,
  company_id: string,
  id: string,
): Promise<PartnerKeyView | undefined> {
  return (await keysOf(database, company_id, [id]))[0]
}

/** The keys with these ids, newest first. Null: all of the company. */
function keysOf(
  database: Database,
  company_id: string,
  ids: string[] | null,
): Promise<PartnerKeyView[]> {
  return rows(
    database,
    sql`select id, name, prefix, scopes, addresses::text[] as addresses, most_points_per_day, most_look_ups_per_hour,
               most_misses_per_hour, created_at, last_used_on, revoked_at
          from partner_key
         where company_id = ${company_id}
           and (${ids}::uuid[] is null or id = any (${ids}))
           -- Those of counters belong to persons (counter-key.ts).
           and staff_id is null
         order by id desc`,
  )
}

/** Locks a key until the transaction ends, and returns it: what the audit log tells as `before` is what the change replaces. */
export async function lockPartnerKey(
  connection: Database,
  company_id: string,
  id: string,
): Promise<PartnerKeyView | undefined> {
  await rows(
    connection,
    sql`select from partner_key where company_id = ${company_id} and id = ${id} for no key update`,
  )
  return partnerKey(connection, company_id, id)
}

/** Changes the name and the limits of a key. Its next request has the new ones. */
export async function changePartnerKey(
  connection: Database,
  company_id: string,
  id: string,
  change: PartnerKeyChange,
): Promise<void> {
  const { name, scopes, addresses, ...limits } = change
  await rows(
    connection,
    sql`update partner_key
           set name = ${name},
               scopes = ${scopes},
               addresses = (select array_agg(network(address::inet)) from unnest(${addresses}::text[]) address),
               most_points_per_day = ${limits.most_points_per_day},
               most_look_ups_per_hour = ${limits.most_look_ups_per_hour},
               most_misses_per_hour = ${limits.most_misses_per_hour}
         where company_id = ${company_id}
           and id = ${id}`,
  )
}

/** Ends a key that is live. Its next request is refused. */
export async function endPartnerKey(
  connection: Database,
  company_id: string,
  id: string,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`update partner_key
           set revoked_at = ${now}
         where company_id = ${company_id}
           and id = ${id}
           and revoked_at is null`,
  )
}

/**
 * Revokes a key, named by its prefix, the whole key, or a name that one live key alone has. Returns the matching keys. Revokes
 * only when exactly one matches.
 */
export async function revokePartnerKey(
  database: Database,
  company_id: string,
  prefixOrName: string,
  now: Date,
): Promise<PartnerKeyView[]> {
  const meant = await rows<{ id: string }>(
    database,
    sql`select id
          from partner_key
         where company_id = ${company_id}
           and revoked_at is null
           and staff_id is null
           and (name = ${prefixOrName} or prefix = ${prefixOrName} or key_hash = ${secretHash(prefixOrName)})`,
  )
  const [one] = meant
  if (one && meant.length === 1) await endPartnerKey(database, company_id, one.id, now)
  return keysOf(
    database,
    company_id,
    meant.map(({ id }) => id),
  )
}
