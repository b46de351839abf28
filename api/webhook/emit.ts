import type { WebhookData, WebhookType } from '#contract/webhook.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** Writes an event to the outbox, for verbs that are not SQL. It is sent if and only if the transaction commits. */
export async function emitEvent<Type extends WebhookType>(
  connection: Database,
  company_id: string,
  type: Type,
  data: WebhookData<Type>,
  now: Date,
): Promise<void> {
  await row(connection, sql`select emit_event(${company_id}, ${type}, ${data}, ${now})`)
}
