/** The mail that announces the erasure of an inactive customer (D16). */

import type { AnnouncementJob } from '#api/context/mail-job.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** The loss, and the last day on which the customer can prevent it. */
export type Announcement = { points_amount: number; points_value: number; last_day: string }

/** The figures of the mail. Undefined: the announcement was withdrawn, or the customer is no longer inactive (contract/privacy.ts). */
export function announcementOf(
  database: Database,
  { company_id, customer_id, announcement_id }: AnnouncementJob,
  now: Date,
): Promise<Announcement | undefined> {
  return row(
    database,
    sql`select points_amount, points_value, last_day
          from announcement_of(${company_id}, ${customer_id}, ${announcement_id}, ${now})`,
  )
}

/** Notes that the mail server has accepted the mail. Without this note the customer is never erased. */
export async function noteAnnouncementSent(
  database: Database,
  { company_id, customer_id, announcement_id }: AnnouncementJob,
  now: Date,
): Promise<void> {
  await rows(
    database,
    sql`select note_announcement_sent(${company_id}, ${customer_id}, ${announcement_id}, ${now})`,
  )
}
