import type { WebhookData, WebhookType } from '#contract/webhook.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** For verbs that are not SQL: the event is told if and only if the connection's transaction is committed. */
export async function emitEvent<Type extends WebhookType>(
  connection: Database,
  company_id: string,
  type: Type,
  data: WebhookData<Type>,
  now: Date,
): Promise<void> {
  await row(connection, sql`select emit_event(${company_id}, ${type}, ${data}, ${now})`)
}
