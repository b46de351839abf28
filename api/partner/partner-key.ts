/** The keys with which a company's tills call (D3, T18): several may live at once, so that one can replace another. */

import { newPartnerKey, secretHash } from '#api/http/caller.ts'
import { partner_scopes, type PartnerScope } from '#contract/partner.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** Of a key: 'fiel_', the company's 32 hexadecimal digits, '_' and six of its 43 random characters. */
const prefix_length = 44

/** What a key may do, so that a thief can do no more (T18). */
export type KeyLimits = {
  scopes: readonly PartnerScope[]
  /** Networks that it may call from, as CIDR; null: from anywhere. */
  addresses: readonly string[] | null
  /** That it may give in a day of its company's calendar; null: any number. */
  most_points_per_day: number | null
  /** Calls of GET /partner/customer in an hour. */
  most_look_ups_per_hour: number
  /** Look-ups in an hour that find nobody, whichever call makes them. */
  most_misses_per_hour: number
}

const default_look_ups_per_hour = 3_600
const default_misses_per_hour = 100
/** The bounds of the table partner_key. */
export const max_look_ups_per_hour = 2_147_483_647
export const max_misses_per_hour = 10_000

export type PartnerKey = KeyLimits & {
  prefix: string
  name: string
  created_at: string
  last_used_on: string | null
  revoked_at: string | null
}

/** A new key, shown this once: only its hash, and how it begins, are kept. It may do everything, from anywhere, unless told. */
export async function createPartnerKey(
  database: Database,
  company_id: string,
  name: string,
  now: Date,
  {
    scopes = partner_scopes,
    addresses = null,
    most_points_per_day = null,
    most_look_ups_per_hour = default_look_ups_per_hour,
    most_misses_per_hour = default_misses_per_hour,
  }: Partial<KeyLimits> = {},
): Promise<string> {
  const key = newPartnerKey(company_id)
  await row(
    database,
    sql`insert into partner_key (company_id, name, key_hash, prefix, scopes, addresses, most_points_per_day,
          most_look_ups_per_hour, most_misses_per_hour, created_at)
        values (${company_id}, ${name}, ${secretHash(key)}, ${key.slice(0, prefix_length)}, ${scopes},
          (select array_agg(network(address::inet)) from unnest(${addresses}::text[]) address),
          ${most_points_per_day}, ${most_look_ups_per_hour}, ${most_misses_per_hour}, ${now})`,
  )
  return key
}

/** The newest first. */
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
 * From now on the key is nobody's. It is named by how it begins, by the whole of it, or by its name where one live key
 * alone has it. Returns the keys that this means: they are revoked if it is one, and nothing has changed if not.
 */
export async function revokePartnerKey(
  database: Database,
  company_id: string,
  named: string,
  now: Date,
): Promise<PartnerKey[]> {
  return rows(
    database,
    sql`with meant as (
          select id
            from partner_key
           where company_id = ${company_id}
             and revoked_at is null
             and (name = ${named} or prefix = ${named} or key_hash = ${secretHash(named)})),
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
