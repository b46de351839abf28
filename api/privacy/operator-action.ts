import { hostname, userInfo } from 'node:os'

import { type Database, rows, sql } from '#database/sql.ts'

type OperatorAction = {
  company_id: string
  action: 'customer.find' | 'customer.export' | 'customer.erase'
  customer_id: string | null
  /** Figures and kinds: no personal value. */
  detail: object
  now: Date
}

/** Notes what an operator does, under the account and the machine of the command. */
export async function noteAction(
  database: Database,
  { company_id, action, customer_id, detail, now }: OperatorAction,
): Promise<void> {
  const operator = `${accountName()}@${hostname()}`
  await rows(
    database,
    sql`insert into operator_action (company_id, action, operator, customer_id, detail, created_at)
        values (${company_id}, ${action}, ${operator}, ${customer_id}, ${detail}, ${now})`,
  )
}

/** A container may run under a number that has no account: then the number. */
function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid-${process.geteuid!()}`
  }
}
