import { countAttempt } from '#api/attempt/attempt.ts'
import type { Statement } from '#contract/points.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Caller = { company_id: string; customer_id: string; address: string; now: Date }

/** Counts the request, then reads the statement. Throws `too_many_requests`: a statement reads all of the customer's records. */
export async function requestStatement(
  database: Database,
  { company_id, customer_id, address, now }: Caller,
  at: string,
): Promise<Statement> {
  await countAttempt(
    database,
    { company_id, action: 'statement', account: customer_id, address },
    now,
  )
  return statement(database, company_id, customer_id, at, now)
}

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
