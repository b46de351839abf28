/** The refused lines of an import as a file. */

import { csvStream } from '#api/http/csv.ts'
import { refusedFileWords } from '#contract/console/import.ts'
import { guardedCell } from '#contract/value/csv.ts'
import type { Database } from '#database/sql.ts'

import { refusedLines } from './refused.ts'
import { readImport } from './stored-import.ts'

/** Lines of one statement. */
const pageLength = 1_000

/** The file of an import. Throws `not_found`. */
export async function refusedFileOf(
  database: Database,
  company_id: string,
  id: string,
): Promise<ReadableStream<Uint8Array>> {
  await readImport(database, company_id, id)
  return refusedFile(database, company_id, id)
}

/** A CSV with the line, the column and the reason. It repeats no value of a line, so it holds no personal data. */
export function refusedFile(
  database: Database,
  company_id: string,
  id: string,
): ReadableStream<Uint8Array> {
  return csvStream(written(database, company_id, id), 'all')
}

async function* written(
  database: Database,
  company_id: string,
  id: string,
): AsyncGenerator<string[], undefined> {
  yield refusedFileWords.columns
  let after = 0
  for (;;) {
    const page = await refusedLines(database, company_id, id, { after, limit: pageLength })
    for (const { line, field, sentence } of page) {
      yield [String(line), field ?? '', guardedCell(sentence)]
    }
    if (page.length < pageLength) return
    after = page.at(-1)!.line
  }
}
