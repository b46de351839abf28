import { createHmac } from 'node:crypto'

import { companyBytes, purposeKey } from '#api/secret/seal.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** The keyed hash under which former_document stores a document that a customer gave up. Null: no document. */
export function formerKey(
  secret: Buffer,
  company_id: string,
  document: string | null | undefined,
): Buffer | null {
  if (!document) return null
  return createHmac('sha256', purposeKey(secret, 'former document'))
    .update(companyBytes(company_id))
    .update(document)
    .digest()
}

/** Stores a document that the customer replaces, so that the person cannot register it as a newcomer again. */
export async function noteFormer(
  connection: Database,
  company_id: string,
  document_key: Buffer | null,
  now: Date,
): Promise<void> {
  await rows(connection, sql`select note_former_document(${company_id}, ${document_key}, ${now})`)
}

/**
 * Marks a customer whose document is a former one. It must run after the statement that writes the document. That statement
 * waits for a concurrent erasure, and only a later statement sees the erasure's commit.
 */
export async function noteReturn(
  connection: Database,
  company_id: string,
  customer_id: string,
  document_key: Buffer | null,
): Promise<void> {
  if (document_key === null) return
  await rows(
    connection,
    sql`update customer
           set is_returning = true
         where company_id = ${company_id}
           and id = ${customer_id}
           and exists (
                 select
                   from former_document
                  where former_document.company_id = ${company_id}
                    and former_document.document_key = ${document_key})`,
  )
}
