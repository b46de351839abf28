/** The refused lines of an import. */

import {
  type ImportColumn,
  type ImportRefusal,
  type RefusedLine,
  refusalSentence,
} from '#contract/console/import.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** The refused lines behind `after`, in the order of the file. */
export async function refusedLines(
  database: Database,
  company_id: string,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<RefusedLine[]> {
  const found = await rows<{
    line: number
    field: ImportColumn | null
    refusal: ImportRefusal
    other_line: number | null
  }>(
    database,
    sql`select line, field, refusal, other_line
          from import_line
         where company_id = ${company_id} and import_id = ${id} and line > ${after} and refusal is not null
         order by line
         limit ${limit}`,
  )
  return found.map(({ line, field, refusal, other_line }) => ({
    line,
    field,
    sentence: refusalSentence(refusal, other_line),
  }))
}
