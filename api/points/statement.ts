import type { Statement } from '#contract/points.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** The customer's balance at the end of a local day, past or future (engine/read/statement.sql). */
export async function statement(
  database: Database,
  company_id: string,
  customer_id: string,
  at: string,
  now: Date,
): Promise<Statement> {
  const found = await row<Omit<Statement, 'at'>>(
    database,
    sql`select * from statement(${company_id}, ${customer_id}, ${at}, ${now})`,
  )
  return { at, ...found! }
}
