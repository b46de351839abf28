import { type Database, row, sql } from '#database/sql.ts'

/** Days after which an event is deleted with its deliveries and attempts. Until then it can be replayed. */
const keptDays = 30
/** Events of one statement; bounds its time. */
const batchSize = 1_000

/** Deletes old events with their deliveries and attempts. */
export async function purgeEvents(database: Database, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  let deleted = batchSize
  while (deleted === batchSize) {
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
                    limit ${batchSize}) event
             limit ${batchSize}),
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
