import type { CustomerData } from '#contract/privacy.ts'
import { type Database, rows, sql } from '#database/sql.ts'

type Owner = { company_id: string; customer_id: string }

/** The customer's accounts at identity providers, for the customer's export. */
export function accounts(
  database: Database,
  { company_id, customer_id }: Owner,
): Promise<CustomerData['accounts']> {
  return rows(
    database,
    sql`select issuer, subject, created_at
          from account
         where company_id = ${company_id} and customer_id = ${customer_id}
         order by created_at`,
  )
}

/** The links that were mailed to the customer and are not purged yet, without their tokens. */
export function mailedLinks(
  database: Database,
  { company_id, customer_id }: Owner,
): Promise<CustomerData['mailed_links']> {
  return rows(
    database,
    sql`select purpose, email, created_at, expires_at, used_at
          from mailed_token
         where company_id = ${company_id} and customer_id = ${customer_id}
         order by created_at desc`,
  )
}
