/** The dry run: takes a file part by part, and stores its accepted and its refused lines. It changes no customer and no balance. */

import type pg from 'pg'

import { noteAct } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import {
  type ImportColumn,
  type ImportFailure,
  type ImportStart,
  type ImportView,
  importPartBytes,
  maxImportBytes,
  maxImportLines,
} from '#contract/console/import.ts'
import { localDate } from '#contract/value/date.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { importChecked } from './acts.ts'
import { compareLines } from './compare-lines.ts'
import { type CsvRecord, readPart } from './csv.ts'
import { readHeader } from './header.ts'
import { isRefused, type ReadLine, readLine, type RefusedLine, type Rules } from './read-line.ts'
import { storeLines } from './store-lines.ts'
import {
  holdWorker,
  insertImport,
  lockImport,
  readImport,
  type StoredImport,
  viewOf,
  type Worker,
} from './stored-import.ts'

type Of = { company_id: string; now: Date }

/** Begins an import. A file above the limit is refused before its first byte. */
export async function beginImport(
  database: pg.Pool,
  { company_id, now }: Of,
  start: ImportStart,
  worker: Worker,
  file_hash: Buffer | null = null,
): Promise<ImportView> {
  return transaction(database, async (connection) => {
    await holdWorker(connection, worker)
    const staff_id = worker.caller?.staff.id ?? null
    const made = await insertImport(connection, company_id, start, { staff_id, file_hash }, now)
    if (start.size <= maxImportBytes) return viewOf(made)
    return refuseFile(connection, { company_id, now }, made, { failure: 'too_large' }, worker)
  })
}

type Part = { part: number; bytes: Buffer; is_last: boolean }

/**
 * Reads the next part. A part that was read before changes nothing, so a client may send it again. Throws `not_found`, and
 * `import_changed` for another part than the next one and for an import that takes no parts.
 */
export async function receivePart(
  database: pg.Pool,
  of: Of,
  id: string,
  { part, bytes, is_last }: Part,
  worker: Worker,
): Promise<ImportView> {
  return transaction(database, async (connection) => {
    await holdWorker(connection, worker)
    const stored = await lockImport(connection, of.company_id, id)
    if (part < stored.next_part) return viewOf(stored)
    const isWhole = is_last || bytes.length === importPartBytes
    if (stored.state !== 'RECEIVING' || part > stored.next_part || !isWhole) {
      throw new ApiError('import_changed')
    }
    const place = { ...stored, rest: stored.rest ?? Buffer.alloc(0) }
    const order = { isFirst: part === 0, isLast: is_last }
    const read = await readPart(place, bytes, order)
    if (read.failure !== null) {
      const failure = { failure: read.failure, line: stored.next_line }
      return refuseFile(connection, of, stored, failure, worker)
    }
    const failure = await addRecords(connection, of, stored, read.records)
    if (failure) return refuseFile(connection, of, stored, failure, worker)
    await savePlace(connection, of, id, read.place)
    return is_last ? endCheck(connection, of, id, worker) : partView(connection, of, id)
  })
}

async function partView(connection: Database, { company_id }: Of, id: string): Promise<ImportView> {
  return viewOf(await readImport(connection, company_id, id))
}

type Failure = { failure: ImportFailure; line?: number; column?: string | null }

/** Stores the lines of these records. Returns the mistake of the file as a whole. */
async function addRecords(
  connection: Database,
  of: Of,
  stored: StoredImport,
  records: CsvRecord[],
): Promise<Failure | undefined> {
  let { columns } = stored
  let body = records
  let line = stored.next_line
  if (columns === null && records.length > 0) {
    // Empty lines before the header count as lines, and as nothing else.
    const at = records.findIndex((record) => record.some((cell) => cell.trim() !== ''))
    if (at === -1) return undefined
    const header = readHeader(records[at]!)
    if (header.failure !== null) return header
    columns = header.columns
    body = records.slice(at + 1)
    line += at + 1
  }
  if (columns === null) return undefined
  if (line - 2 + body.length > maxImportLines) return { failure: 'too_many_lines' }
  const rules = await rulesOf(connection, of)
  const read = readLines(columns, body, line, rules)
  const { company_id, now } = of
  const compared = await compareLines(connection, company_id, stored.id, read.lines)
  const { accepted } = compared
  const refused = [...read.refused, ...compared.refused]
  await storeLines(connection, company_id, stored.id, { accepted, refused })
  const amount = accepted.reduce((sum, { balance }) => sum + (balance?.amount ?? 0), 0)
  const value = accepted.reduce((sum, { balance }) => sum + (balance?.value ?? 0), 0)
  const isNew = accepted.filter(({ isNewCustomer }) => isNewCustomer).length
  const isFirst = accepted.filter((one) => one.isFirst).length
  await rows(
    connection,
    sql`update import
           set columns        = ${columns},
               next_line      = ${line + body.length},
               line_count     = line_count + ${read.lines.length + read.refused.length},
               refused_count  = refused_count + ${refused.length},
               new_count      = new_count + ${isNew},
               existing_count = existing_count + ${isFirst - isNew},
               known_count    = known_count + ${compared.known},
               balance_count  = balance_count + ${accepted.filter(({ balance }) => balance).length},
               points_amount  = points_amount + ${amount},
               points_value   = points_value + ${value},
               touched_at     = ${now}
         where company_id = ${company_id} and id = ${stored.id}`,
  )
  return undefined
}

function readLines(columns: ImportColumn[], records: CsvRecord[], from: number, rules: Rules) {
  const lines: ReadLine[] = []
  const refused: RefusedLine[] = []
  for (const [at, record] of records.entries()) {
    const read = readLine(from + at, columns, record, rules)
    if (read === null) continue
    if (isRefused(read)) refused.push(read)
    else lines.push(read)
  }
  return { lines, refused }
}

async function rulesOf(connection: Database, { company_id, now }: Of): Promise<Rules> {
  const found = await row<{ zone: string; points_per_real: number }>(
    connection,
    sql`select time_zone_of(${company_id}) as zone, points_per_real_of(${company_id}) as points_per_real`,
  )
  return { today: localDate(now, found!.zone), points_per_real: found!.points_per_real }
}

async function savePlace(
  connection: Database,
  { company_id, now }: Of,
  id: string,
  place: { encoding: string | null; delimiter: string | null; rest: Buffer },
): Promise<void> {
  await rows(
    connection,
    sql`update import
           set encoding   = ${place.encoding},
               delimiter  = ${place.delimiter},
               rest       = ${place.rest.length === 0 ? null : place.rest},
               next_part  = next_part + 1,
               touched_at = ${now}
         where company_id = ${company_id} and id = ${id}`,
  )
}

/** Ends the dry run behind the last part. */
async function endCheck(
  connection: Database,
  of: Of,
  id: string,
  worker: Worker,
): Promise<ImportView> {
  const { company_id, now } = of
  const stored = await readImport(connection, company_id, id)
  if (stored.columns === null) {
    return refuseFile(connection, of, stored, { failure: 'empty' }, worker)
  }
  if (stored.line_count === 0) {
    return refuseFile(connection, of, stored, { failure: 'no_lines' }, worker)
  }
  await rows(
    connection,
    sql`update import set state = 'CHECKED', checked_at = ${now} where company_id = ${company_id} and id = ${id}`,
  )
  return noteCheck(connection, of, id, worker)
}

/** Refuses the file as a whole. The nightly purge deletes the lines that it has stored. */
async function refuseFile(
  connection: Database,
  of: Of,
  { id }: Pick<StoredImport, 'id'>,
  { failure, line, column }: Failure,
  worker: Worker,
): Promise<ImportView> {
  const { company_id, now } = of
  await rows(
    connection,
    sql`update import
           set state = 'REFUSED', failure = ${failure}, failure_line = ${line ?? null}, failure_column = ${column ?? null},
               rest = null, ended_at = ${now}, touched_at = ${now}
         where company_id = ${company_id} and id = ${id}`,
  )
  return noteCheck(connection, of, id, worker)
}

async function noteCheck(
  connection: Database,
  { company_id, now }: Of,
  id: string,
  { actor }: Worker,
): Promise<ImportView> {
  const checked = await readImport(connection, company_id, id)
  await noteAct(connection, company_id, actor, importChecked(actor, checked), now)
  return viewOf(checked)
}
