import { type Database, rows, sql } from '#database/sql.ts'

import type { AcceptedLine } from './compare-lines.ts'
import type { RefusedLine } from './read-line.ts'

/** Lines of one statement: about 1 MiB of JSON. A part of the shortest lines has 100,000. */
const sliceLength = 5_000

/** Inserts the lines of a part. Only the first line of a new customer keeps personal data, and a refused line keeps none. */
export async function storeLines(
  connection: Database,
  company_id: string,
  import_id: string,
  { accepted, refused }: { accepted: AcceptedLine[]; refused: RefusedLine[] },
): Promise<void> {
  const stored = [
    ...accepted.map(({ line, document, email, phone, person, balance, isNewCustomer }) => ({
      line,
      document,
      ...(isNewCustomer && { email, phone, person }),
      ...balance,
    })),
    ...refused,
  ]
  for (let from = 0; from < stored.length; from += sliceLength) {
    await insertLines(connection, company_id, import_id, stored.slice(from, from + sliceLength))
  }
}

async function insertLines(
  connection: Database,
  company_id: string,
  import_id: string,
  stored: object[],
): Promise<void> {
  await rows(
    connection,
    sql`insert into import_line (
          company_id, import_id, line, document, email, phone, person, amount, value, expires_on, external_id, refusal, field,
          other_line)
        select ${company_id}, ${import_id}, line, document, email, phone, person, amount, value, expires_on, external_id, refusal,
               field, other_line
          from jsonb_to_recordset(${JSON.stringify(stored)}) as stored (
                 line integer, document text, email text, phone text, person jsonb, amount bigint, value bigint, expires_on date,
                 external_id text, refusal text, field text, other_line integer)`,
  )
}

/** Refuses accepted lines while they are applied, and deletes their personal data. */
export async function refuseLines(
  connection: Database,
  company_id: string,
  import_id: string,
  refused: RefusedLine[],
): Promise<void> {
  if (refused.length === 0) return
  await rows(
    connection,
    sql`update import_line
           set refusal = refused.refusal, field = refused.field, document = null, email = null, phone = null, person = null
          from jsonb_to_recordset(${JSON.stringify(refused)}) as refused (line integer, refusal text, field text)
         where company_id = ${company_id} and import_id = ${import_id} and import_line.line = refused.line`,
  )
}
