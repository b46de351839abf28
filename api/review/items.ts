/** The list of what somebody should look at, and closing its items (D15). */

import type pg from 'pg'

import { noteAct, staffActor, type StaffCall } from '#api/audit/note.ts'
import { holdCustomer } from '#api/customer/hold-customer.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { customerKinds, maxReviewItems, type ReviewItem } from '#contract/console/review.ts'
import { masked } from '#contract/person/personal-value.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { type ClosedItem, reviewClosed } from './sentences.ts'

type Row = Pick<ReviewItem, 'id' | 'kind' | 'day' | 'events' | 'network' | 'shop'> & {
  first_at: string
  last_at: string
  customer_id: string | null
  customer_name: string | null
  key_id: string | null
  key_name: string | null
  staff_id: string | null
  staff_name: string | null
}

/** The open items, the newest first. Those of an erased customer are left out. */
export async function openItems(database: Database, company_id: string): Promise<ReviewItem[]> {
  const found = await rows<Row>(
    database,
    sql`select item.id, item.kind, item.day, item.events, item.shop, item.first_at, item.last_at,
               about.customer_id, person.name as customer_name, about.key_id,
               key_name(${company_id}, about.key_id) as key_name, about.staff_id,
               staff_name(${company_id}, about.staff_id) as staff_name,
               case when item.kind = 'newcomer_network' then item.subject end as network
          from review_item item
         cross join lateral (
               select case when item.kind in ('wrong_codes', 'many_sales') then item.subject::uuid end as customer_id,
                      case when item.kind in ('key_points', 'key_misses') then item.subject::uuid
                           else item.partner_key_id end as key_id,
                      case when item.kind = 'many_adjustments' then item.subject::uuid end as staff_id) about
          left join lateral person_of(${company_id}, about.customer_id) person on true
         where item.company_id = ${company_id}
           and item.closed_at is null
           and not is_erased(${company_id}, about.customer_id)
         order by item.last_at desc, item.id
         limit ${maxReviewItems}`,
  )
  return found.map(shown)
}

function shown({ customer_name, key_name, staff_name, ...item }: Row): ReviewItem {
  const { customer_id, key_id, staff_id, first_at, last_at, ...fields } = item
  return {
    ...fields,
    first_at: new Date(first_at).toISOString(),
    last_at: new Date(last_at).toISOString(),
    customer:
      customer_id === null ? null : { id: customer_id, name: masked('name', customer_name) },
    key: key_id === null ? null : { id: key_id, name: key_name },
    staff: staff_id === null ? null : { id: staff_id, name: staff_name },
  }
}

/** Closes an item with a note. A repeat changes nothing. Throws `not_found`, also for an item about a customer who was erased. */
export function closeItem(
  database: pg.Pool,
  caller: StaffCall,
  { id, note }: { id: string; note: string },
): Promise<void> {
  const { company_id, now, staff } = caller
  const actor = staffActor(caller)
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    const closed = await row<ClosedItem>(
      connection,
      sql`update review_item
             set closed_by = ${staff.id}, closed_at = ${now}
           where company_id = ${company_id} and id = ${id} and closed_at is null
          returning kind, subject, day, events`,
    )
    if (!closed) return await expectClosed(connection, company_id, id)
    // The note is a personal value of the customer, which an erasure deletes.
    if (customerKinds.includes(closed.kind)) {
      await holdCustomer(connection, company_id, closed.subject)
    }
    await noteAct(connection, company_id, actor, reviewClosed(actor, closed, note), now)
  })
}

async function expectClosed(connection: Database, company_id: string, id: string): Promise<void> {
  const item = await row(
    connection,
    sql`select from review_item where company_id = ${company_id} and id = ${id}`,
  )
  if (!item) throw new ApiError('not_found')
}
