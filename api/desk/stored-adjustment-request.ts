/** The rows of adjustments that wait for a second person (D15). */

import { type AdjustmentRequest, maxRequests } from '#contract/console/adjustment-request.ts'
import { masked } from '#contract/person/personal-value.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

export type StoredRequest = {
  id: string
  customer_id: string
  staff_id: string
  staff_name: string
  points_amount: number
  reason: string
  expires_at: string
  state: 'WAITING' | 'APPROVED' | 'REFUSED' | 'WITHDRAWN'
}

type NewRequest = Pick<
  StoredRequest,
  'id' | 'customer_id' | 'staff_id' | 'points_amount' | 'reason'
> & { expires_at: Date }

export async function addRequest(
  connection: Database,
  company_id: string,
  { id, customer_id, staff_id, points_amount, reason, expires_at }: NewRequest,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`insert into adjustment_request (
          company_id, id, customer_id, staff_id, points_amount, reason, asked_at, expires_at)
        values (${company_id}, ${id}, ${customer_id}, ${staff_id}, ${points_amount}, ${reason}, ${now}, ${expires_at})`,
  )
}

/** Reads and locks a request. Undefined: the company has none with this id. */
export function lockRequest(
  connection: Database,
  company_id: string,
  id: string,
): Promise<StoredRequest | undefined> {
  return row<StoredRequest>(
    connection,
    sql`select id, customer_id, staff_id, staff_name(company_id, staff_id) as staff_name, points_amount, reason,
               expires_at, state
          from adjustment_request
         where company_id = ${company_id} and id = ${id}
           for no key update`,
  )
}

type Decision = { state: StoredRequest['state']; decided_by: string; record_id: string | null }

export async function decideRequest(
  connection: Database,
  company_id: string,
  id: string,
  { state, decided_by, record_id }: Decision,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`update adjustment_request
           set state = ${state}, decided_by = ${decided_by}, decided_at = ${now}, record_id = ${record_id}
         where company_id = ${company_id} and id = ${id}`,
  )
}

/** The requests that wait and have not expired, the oldest first. Those of an erased customer are left out. */
export async function waitingRequests(
  database: Database,
  company_id: string,
  now: Date,
): Promise<AdjustmentRequest[]> {
  const found = await rows<
    StoredRequest & { asked_at: string; expires_at: string; customer_name: string | null }
  >(
    database,
    sql`select request.id, request.customer_id, person.name as customer_name, request.staff_id,
               staff_name(${company_id}, request.staff_id) as staff_name, request.points_amount, request.reason,
               request.asked_at, request.expires_at
          from adjustment_request request
         cross join lateral person_of(${company_id}, request.customer_id) person
         where request.company_id = ${company_id}
           and request.state = 'WAITING'
           and request.expires_at > ${now}
           and not is_erased(${company_id}, request.customer_id)
         order by request.asked_at, request.id
         limit ${maxRequests}`,
  )
  return found.map((request) => ({
    id: request.id,
    customer: { id: request.customer_id, name: masked('name', request.customer_name) },
    points_amount: request.points_amount,
    reason: request.reason,
    asked_by: { id: request.staff_id, name: request.staff_name },
    asked_at: new Date(request.asked_at).toISOString(),
    expires_at: new Date(request.expires_at).toISOString(),
  }))
}
