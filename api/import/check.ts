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
import type { Of } from './batch.ts'
import { compareLines } from './compare-lines.ts'
import { type CsvPlace, type CsvRecord, type ReadPart, readPart } from './csv.ts'
import { readHeader } from './header.ts'
import { isRefused, type ReadLine, readLine, type RefusedLine, type Rules } from './read-line.ts'
import { storeLines } from './store-lines.ts'
import {
  holdWorker,
  importWith,
  insertImport,
  lockImport,
  readImport,
  type StoredImport,
  viewOf,
  type Worker,
} from './stored-import.ts'

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
 * `import_changed` for another part than the next one, for a part of another length than the file's size leaves, and for an import
 * that takes no parts.
 */
export async function receivePart(
  database: pg.Pool,
  of: Of,
  id: string,
  part: Part,
  worker: Worker,
): Promise<ImportView> {
  // Parse before the transaction, so that no lock waits for it. A part is stored once, so the place is the same under the lock.
  const before = await importWith(database, of.company_id, id)
  const read = before && isNextPart(before, part) ? await readNext(before, part) : undefined
  return transaction(database, async (connection) => {
    await holdWorker(connection, worker)
    const stored = await lockImport(connection, of.company_id, id)
    if (part.part < stored.next_part) return viewOf(stored)
    if (!read || !isNextPart(stored, part)) throw new ApiError('import_changed')
    if (read.failure !== null) {
      const failure = { failure: read.failure, line: stored.next_line + read.after }
      return refuseFile(connection, of, stored, failure, worker)
    }
    const body = bodyOf(stored, read)
    if (body.failure !== null) return refuseFile(connection, of, stored, body, worker)
    await addLines(connection, of, stored, body)
    await savePlace(connection, of, id, { ...read.place, ...body })
    return part.is_last ? endCheck(connection, of, id, worker) : partView(connection, of, id)
  })
}

/** Whether the import waits for this part, which has as many bytes as the file's size leaves for it. */
function isNextPart({ state, next_part, size }: StoredImport, { part, bytes, is_last }: Part) {
  const left = size - part * importPartBytes
  return (
    state === 'RECEIVING' &&
    part === next_part &&
    bytes.length === Math.min(left, importPartBytes) &&
    is_last === left <= importPartBytes
  )
}

function readNext(stored: StoredImport, { part, bytes, is_last }: Part): Promise<ReadPart> {
  const place = { ...stored, rest: stored.rest ?? Buffer.alloc(0) }
  return readPart(place, bytes, { isFirst: part === 0, isLast: is_last })
}

async function partView(connection: Database, { company_id }: Of, id: string): Promise<ImportView> {
  return viewOf(await readImport(connection, company_id, id))
}

type Failure = { failure: ImportFailure; line?: number; column?: string | null }

/** The lines of a part. `columns` null: the header is in a later part. `line`: the first one. */
type Body = {
  failure: null
  columns: ImportColumn[] | null
  records: CsvRecord[]
  line: number
  next_line: number
}

/** The lines after the header, or the mistake of the file as a whole. Empty lines before the header count as lines. */
function bodyOf(
  { columns, next_line }: StoredImport,
  { records, skipped }: Extract<ReadPart, { failure: null }>,
): Body | Failure {
  const from = next_line + skipped
  const end = from + records.length
  if (end - 2 > maxImportLines) return { failure: 'too_many_lines' }
  const whole = { failure: null, columns, records, line: from, next_line: end }
  if (columns !== null) return whole
  const at = records.findIndex((record) => record.some((cell) => cell.trim() !== ''))
  if (at === -1) return { ...whole, records: [] }
  const header = readHeader(records[at]!)
  if (header.failure !== null) return header
  return { ...whole, ...header, records: records.slice(at + 1), line: from + at + 1 }
}

/** Stores the lines, and counts them. */
async function addLines(
  connection: Database,
  of: Of,
  stored: StoredImport,
  { columns, records, line }: Body,
): Promise<void> {
  if (columns === null || records.length === 0) return
  const rules = await rulesOf(connection, of)
  const read = readLines(columns, records, line, rules)
  const { company_id, now } = of
  const compared = await compareLines(connection, company_id, stored.id, read.lines)
  const { accepted } = compared
  const refused = [...read.refused, ...compared.refused]
  await storeLines(connection, company_id, stored.id, { accepted, refused })
  const amount = accepted.reduce((sum, { balance }) => sum + (balance?.amount ?? 0), 0)
  const value = accepted.reduce((sum, { balance }) => sum + (balance?.value ?? 0), 0)
  const newCount = accepted.filter(({ isNewCustomer }) => isNewCustomer).length
  const firstCount = accepted.filter((one) => one.isFirst).length
  await rows(
    connection,
    sql`update import
           set line_count     = line_count + ${read.lines.length + read.refused.length},
               refused_count  = refused_count + ${refused.length},
               accepted_count = accepted_count + ${accepted.length},
               new_count      = new_count + ${newCount},
               existing_count = existing_count + ${firstCount - newCount},
               known_count    = known_count + ${compared.known},
               balance_count  = balance_count + ${accepted.filter(({ balance }) => balance).length},
               points_amount  = points_amount + ${amount},
               points_value   = points_value + ${value},
               touched_at     = ${now}
         where company_id = ${company_id} and id = ${stored.id}`,
  )
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
  place: CsvPlace & Pick<Body, 'columns' | 'next_line'>,
): Promise<void> {
  await rows(
    connection,
    sql`update import
           set encoding   = ${place.encoding},
               delimiter  = ${place.delimiter},
               rest       = ${place.rest.length === 0 ? null : place.rest},
               columns    = ${place.columns},
               next_line  = ${place.next_line},
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
