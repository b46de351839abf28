import { type Database, rows, sql } from '#database/sql.ts'

/** Deletes the queued jobs about an erased customer. A job names the customer by id, email or document (mail-job.ts). */
export async function dropMails(
  connection: Database,
  company_id: string,
  {
    customer_id,
    email,
    document,
  }: { customer_id: string; email: string | null; document: string | null },
): Promise<void> {
  await rows(
    connection,
    sql`delete from pgboss.job
         where data ->> 'company_id' = ${company_id}
           and (data ->> 'customer_id' = ${customer_id}
                or data ->> 'email' = ${email}
                or data ->> 'document' = ${document})`,
  )
}
