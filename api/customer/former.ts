import { createHmac } from 'node:crypto'

import { companyBytes } from '#api/secret/seal.ts'
import { hashKeys, type ServerSecret } from '#api/secret/server-secret.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/**
 * The keyed hashes under which the table former_document may hold a document that a customer gave up. There is one hash for each
 * secret of the server, and the first secret's comes first. Null: the customer has no document.
 */
export function formerKeys(
  secret: ServerSecret,
  company_id: string,
  document: string | null | undefined,
): [Buffer, ...Buffer[]] | null {
  if (!document) return null
  return hashKeys(secret, 'former document').map((key) =>
    createHmac('sha256', key).update(companyBytes(company_id)).update(document).digest(),
  ) as [Buffer, ...Buffer[]]
}

/** Stores a document that the customer replaces, so that the person cannot register it as a newcomer again. */
export async function noteFormer(
  connection: Database,
  company_id: string,
  document_keys: Buffer[] | null,
  now: Date,
): Promise<void> {
  const document_key = document_keys?.[0]
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
  document_keys: Buffer[] | null,
): Promise<void> {
  if (document_keys === null) return
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
                    and former_document.document_key = any (${document_keys}))`,
  )
}
