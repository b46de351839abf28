import { type Database, row, sql } from '#database/sql.ts'

/** How long an event, its deliveries and its attempts are kept and can be replayed. */
const kept_days = 30
/** Events of one statement; bounds its time. */
const batch_size = 1_000

/** Deletes old events with their deliveries and attempts. */
export async function purgeEvents(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - kept_days * 86_400_000)
  let deleted = batch_size
  while (deleted === batch_size) {
    const { count } = (await row<{ count: number }>(
      database,
      sql`with old as (
            select event.company_id, event.id
              from companies() company
             cross join lateral (
                   select company_id, id
                     from webhook_event
                    where webhook_event.company_id = company.company_id
                      and created_at < ${oldest}
                    limit ${batch_size}) event
             limit ${batch_size}),
          attempt as (
            delete from webhook_attempt
             where (company_id, event_id) in (select company_id, id from old)),
          delivery as (
            delete from webhook_delivery
             where (company_id, event_id) in (select company_id, id from old)),
          event as (
            delete from webhook_event
             where (company_id, id) in (select company_id, id from old)
            returning 1)
          select count(*) from event`,
    ))!
    deleted = count
  }
}
