/** The accounts that were merged into a customer's account, for the person's export (D16). */

import { knownProfile } from '#api/customer/customer.ts'
import type { MergedProfile } from '#contract/privacy.ts'
import { type Database, rows, sql } from '#database/sql.ts'

type Person = { company_id: string; customer_id: string; now: Date }

/** The profile of each merged account, the oldest merge first. Only one is in memory at a time. */
export async function* mergedProfiles(
  database: Database,
  { company_id, customer_id, now }: Person,
): AsyncGenerator<MergedProfile> {
  const merges = await rows<{ absorbed_id: string; merged_at: string }>(
    database,
    sql`select absorbed_id, merged_at
          from customer_merge
         where company_id = ${company_id} and staying_id = ${customer_id} and undone_at is null
         order by id`,
  )
  for (const { absorbed_id, merged_at } of merges) {
    const profile = await knownProfile(database, company_id, absorbed_id, now)
    if (profile) yield { ...profile, merged_at }
  }
}
