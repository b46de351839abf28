import { ApiError } from '#api/http/api-error.ts'
import { maxUnreadCount, type Notification, type Notifications } from '#contract/notification.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

type Owner = { company_id: string; customer_id: string }

/** Greater than every id. */
const beyondAll = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A page of a customer's notifications, newest first, with the cursor of the next page if any. */
export async function notifications(
  database: Database,
  { company_id, customer_id }: Owner,
  { before, per_page }: { before?: string | undefined; per_page: number },
): Promise<Notifications & { next: string | null }> {
  const [unread, found] = await Promise.all([
    row<{ count: number }>(
      database,
      sql`select count(*)
            from (select 1
                    from notification
                   where company_id = ${company_id}
                     and customer_id = ${customer_id}
                     and read_at is null
                   limit ${maxUnreadCount}) unread`,
    ),
    // One row more than the page tells whether there is a next page.
    rows<Notification>(
      database,
      sql`select id, type, data, created_at, read_at
            from notification
           where company_id = ${company_id}
             and customer_id = ${customer_id}
             and id < ${before ?? beyondAll}
           order by id desc
           limit ${per_page + 1}`,
    ),
  ])
  const page = found.slice(0, per_page)
  return {
    unread_count: unread!.count,
    notifications: page,
    next: found.length > per_page ? page.at(-1)!.id : null,
  }
}

/**
 * Marks this notification and all older ones as read; undefined: all of the customer's. Throws `not_found` for a notification of another
 * customer.
 */
export async function readNotifications(
  database: Database,
  { company_id, customer_id, now }: Owner & { now: Date },
  up_to: string | undefined,
): Promise<void> {
  const notice = await row(
    database,
    sql`with known as (
          select id
            from notification
           where company_id = ${company_id} and customer_id = ${customer_id} and id = ${up_to ?? null}),
        read as (
          update notification
             set read_at = ${now}
           where company_id = ${company_id}
             and customer_id = ${customer_id}
             and id <= case when ${up_to ?? null}::uuid is null then ${beyondAll} else (select id from known) end
             and read_at is null)
        select id from known`,
  )
  if (!notice && up_to !== undefined) throw new ApiError('not_found')
}
