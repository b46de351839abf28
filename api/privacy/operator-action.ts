import { operatorName } from '#api/audit/operator.ts'
import { type Database, rows, sql } from '#database/sql.ts'

type OperatorAction = {
  company_id: string
  action: 'customer.find' | 'customer.export' | 'customer.erase'
  customer_id: string | null
  /** Figures and kinds, no personal data. */
  detail: object
  now: Date
}

/** Stores an operator's action with the operating system's account and the name of the machine. */
export async function noteAction(
  database: Database,
  { company_id, action, customer_id, detail, now }: OperatorAction,
): Promise<void> {
  const operator = operatorName()
  await rows(
    database,
    sql`insert into operator_action (company_id, action, operator, customer_id, detail, created_at)
        values (${company_id}, ${action}, ${operator}, ${customer_id}, ${detail}, ${now})`,
  )
}
