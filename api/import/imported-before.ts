/** The lines of a batch whose external_id the company has imported since the check. */

import { type Database, rows, sql } from '#database/sql.ts'

import type { WaitingLine } from './batch.ts'
import { isSame, storedBalances } from './compare-lines.ts'

/** `same`: with the same balance. `other`: with another one. */
export async function importedBefore(
  connection: Database,
  company_id: string,
  lines: WaitingLine[],
): Promise<{ same: WaitingLine[]; other: WaitingLine[] }> {
  const ids = lines.flatMap(({ external_id }) => external_id ?? [])
  const stored = await storedBalances(connection, company_id, ids)
  const same: WaitingLine[] = []
  const other: WaitingLine[] = []
  for (const line of lines) {
    const balance = line.external_id === null ? undefined : stored.get(line.external_id)
    if (balance) (isSame(line, balance) ? same : other).push(line)
  }
  return { same, other }
}

/**
 * Moves the personal data of lines that bring nothing to the next waiting line of the same document. Only the first line of a new
 * customer has personal data, so the customer would lose it with the line.
 */
export async function passOnPersons(
  connection: Database,
  company_id: string,
  import_id: string,
  lines: WaitingLine[],
): Promise<void> {
  const over = lines.map(({ line }) => line)
  const documents = lines.flatMap(({ document, person }) => (person === null ? [] : document))
  await rows(
    connection,
    sql`with heir as materialized (
          select document, min(line) as line
            from import_line
           where company_id = ${company_id} and import_id = ${import_id} and document = any (${documents}::text[])
             and refusal is null and line <> all (${over}::integer[])
           group by document)
        update import_line
           set email = own.email, phone = own.phone, person = own.person
          from heir
          join import_line own
            on own.company_id = ${company_id} and own.import_id = ${import_id} and own.document = heir.document
           and own.person is not null
         where import_line.company_id = ${company_id} and import_line.import_id = ${import_id} and import_line.line = heir.line`,
  )
}

/** The waiting lines of these documents. */
export async function linesOfDocuments(
  connection: Database,
  company_id: string,
  import_id: string,
  documents: string[],
): Promise<number[]> {
  if (documents.length === 0) return []
  const found = await rows<{ line: number }>(
    connection,
    sql`select line
          from import_line
         where company_id = ${company_id} and import_id = ${import_id} and document = any (${documents}::text[])
           and refusal is null
         order by line`,
  )
  return found.map(({ line }) => line)
}
