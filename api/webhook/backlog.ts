import { type Database, row, sql } from '#database/sql.ts'

export type WebhookBacklog = {
  /** Deliveries whose attempt is due. */
  due: number
  /** Deliveries whose attempt is under way, or due later. */
  waiting: number
  /** How long the oldest due delivery has waited. */
  overdue_s: number
}

/** Counts the deliveries of all companies to endpoints that accept messages. The index of due deliveries has all columns read. */
export async function webhookBacklog(database: Database, now: Date): Promise<WebhookBacklog> {
  const found = await row<WebhookBacklog>(
    database,
    sql`select count(*) filter (where due_at <= ${now})::integer as due,
               count(*) filter (where due_at > ${now})::integer as waiting,
               greatest(0, coalesce(extract(epoch from ${now} - min(due_at)), 0))::float as overdue_s
          from webhook_endpoint
          join webhook_delivery
            on webhook_delivery.company_id = webhook_endpoint.company_id
           and webhook_delivery.endpoint_id = webhook_endpoint.id
         where webhook_endpoint.company_id in (select one.company_id from companies() one)
           and webhook_endpoint.removed_at is null
           and webhook_endpoint.disabled_at is null
           and due_at is not null`,
  )
  return found!
}
