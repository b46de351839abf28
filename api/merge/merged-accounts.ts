/** The accounts that were merged into a customer's, for the person's export (D16). */

import { personalValues } from '#api/customer/customer.ts'
import { linesOf } from '#api/points/statement-file.ts'
import type { PointsEntry } from '#contract/points.ts'
import type { CustomerData } from '#contract/privacy.ts'
import { type Database, rows, sql } from '#database/sql.ts'

type Person = { company_id: string; customer_id: string; now: Date }
type MergedAccount = CustomerData['merged_accounts'][number]

/** Each with its profile and its points until the merge; later points are in the records of the account that stays. */
export async function mergedAccounts(
  database: Database,
  { company_id, customer_id, now }: Person,
): Promise<MergedAccount[]> {
  const merges = await rows<{ absorbed_id: string; merged_at: string }>(
    database,
    sql`select absorbed_id, merged_at
          from customer_merge
         where company_id = ${company_id} and staying_id = ${customer_id} and undone_at is null
         order by id`,
  )
  const accounts: MergedAccount[] = []
  for (const { absorbed_id, merged_at } of merges) {
    const person = { company_id, customer_id: absorbed_id, now }
    const values = await personalValues(database, company_id, absorbed_id)
    const points: PointsEntry[] = []
    const period = { from: '1970-01-01', to: '9999-12-30' }
    for await (const line of linesOf(database, { ...person, period })) points.push(line)
    if (values) {
      accounts.push({ ...values, merged_at: new Date(merged_at).toISOString(), points })
    }
  }
  return accounts
}
