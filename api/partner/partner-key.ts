/** The keys of a company's tills (D3, T18). Several may be live, so that one can replace another without a gap. */

import { newPartnerKey, secretHash } from '#api/http/caller.ts'
import { partnerScopes, type PartnerScope } from '#contract/partner.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** Random characters of a key that its prefix leaves out: the prefix ends with the first 6 of 43. */
const hiddenLength = 37

/** The limits of a key. They bound the damage of a stolen key (T18). */
export type KeyLimits = {
  scopes: readonly PartnerScope[]
  /** Networks from which the key may call, as CIDR; null: all. */
  addresses: readonly string[] | null
  /** Points that the key may give in a local day; null: no limit. */
  most_points_per_day: number | null
  /** Calls of GET /partner/customer in an hour. */
  most_look_ups_per_hour: number
  /** Misses in an hour, from any call. */
  most_misses_per_hour: number
}

/** One a second on average: more than a cashier needs, and too few to try all CPFs. */
const defaultLookUpsPerHour = 3_600
/** A cashier mistypes now and then. Somebody who guesses CPFs misses nearly always. */
const defaultMissesPerHour = 100
/** The limits that the CHECKs of table partner_key state. */
export const maxLookUpsPerHour = 2_147_483_647
export const maxMissesPerHour = 10_000

export type PartnerKey = KeyLimits & {
  prefix: string
  name: string
  created_at: string
  last_used_on: string | null
  revoked_at: string | null
}

/** Creates a key and returns it. It is shown only once, because only its hash and prefix are stored. */
export async function createPartnerKey(
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
): Promise<string> {
  const key = newPartnerKey(company_id)
  await row(
    database,
    sql`insert into partner_key (company_id, name, key_hash, prefix, scopes, addresses, most_points_per_day,
          most_look_ups_per_hour, most_misses_per_hour, created_at)
        select ${company_id}, ${name}, ${secretHash(key)}, ${key.slice(0, -hiddenLength)}, ${scopes},
               (select array_agg(network(address::inet)) from unnest(${addresses}::text[]) address),
               ${most_points_per_day}, ${most_look_ups_per_hour}, ${most_misses_per_hour}, ${now}`,
  )
  return key
}

/** The keys of a company, newest first. */
export async function partnerKeys(database: Database, company_id: string): Promise<PartnerKey[]> {
  return rows(
    database,
    sql`select prefix, name, scopes, addresses::text[] as addresses, most_points_per_day, most_look_ups_per_hour,
               most_misses_per_hour, created_at, last_used_on, revoked_at
          from partner_key
         where company_id = ${company_id}
         order by id desc`,
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
): Promise<PartnerKey[]> {
  return rows(
    database,
    sql`with meant as (
          select id
            from partner_key
           where company_id = ${company_id}
             and revoked_at is null
             and (name = ${prefixOrName} or prefix = ${prefixOrName} or key_hash = ${secretHash(prefixOrName)})),
        revoked as (
          update partner_key
             set revoked_at = ${now}
            from meant
           where partner_key.company_id = ${company_id}
             and partner_key.id = meant.id
             and (select count(*) from meant) = 1)
        select prefix, name, scopes, addresses::text[] as addresses, most_points_per_day, most_look_ups_per_hour,
               most_misses_per_hour, created_at, last_used_on, revoked_at
          from partner_key
         where company_id = ${company_id}
           and id in (select id from meant)
         order by id desc`,
  )
}
