/** The merges of a customer, for the record in the console (D15). */

import { isKnownCustomer } from '#api/customer/customer.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { CustomerMerge, CustomerMerges } from '#contract/console/merge.ts'
import { masked } from '#contract/person/personal-value.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import { undoUntil } from './merge.ts'

type Reader = { company_id: string; customer_id: string; now: Date }
type Row = Omit<CustomerMerge, 'undo_until'> & { is_absorbed: boolean }

/** The account into which this one was merged, and the accounts that were merged into this one. Throws `not_found`. */
export async function customerMerges(
  database: Database,
  { company_id, customer_id, now }: Reader,
): Promise<CustomerMerges> {
  const isKnown = await isKnownCustomer(database, company_id, customer_id)
  if (!isKnown) throw new ApiError('not_found')
  const found = await rows<Row>(
    database,
    sql`select merge.id, person.id as customer_id, person.name, merge.points_amount, merge.merged_at,
               merge.absorbed_id = ${customer_id} as is_absorbed
          from customer_merge merge
         cross join lateral person_of(
                 ${company_id},
                 case when merge.absorbed_id = ${customer_id} then merge.staying_id else merge.absorbed_id end) person
         where merge.company_id = ${company_id}
           and (merge.absorbed_id = ${customer_id} or merge.staying_id = ${customer_id})
           and merge.undone_at is null
         order by merge.id desc`,
  )
  const own = found.find(({ is_absorbed }) => is_absorbed)
  return {
    merged_into: own ? shown(own, now) : null,
    absorbed: found.filter(({ is_absorbed }) => !is_absorbed).map((merge) => shown(merge, now)),
  }
}

function shown({ is_absorbed: _side, ...merge }: Row, now: Date): CustomerMerge {
  const merged_at = new Date(merge.merged_at)
  const until = undoUntil(merged_at)
  return {
    ...merge,
    name: masked('name', merge.name),
    merged_at: merged_at.toISOString(),
    undo_until: until >= now ? until.toISOString() : null,
  }
}
