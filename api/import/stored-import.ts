/** The rows of table import. */

import { type Actor, staffActor, type StaffCall } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import {
  failureSentence,
  type ImportColumn,
  type ImportDetail,
  type ImportFailure,
  type ImportStart,
  type ImportState,
  type ImportView,
  maxImportsShown,
  maxRefusedShown,
} from '#contract/console/import.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import type { CsvPlace } from './csv.ts'
import { refusedLines } from './refused.ts'

export type StoredImport = {
  id: string
  name: string
  state: ImportState
  encoding: CsvPlace['encoding']
  delimiter: string | null
  columns: ImportColumn[] | null
  rest: Buffer | null
  size: number
  next_part: number
  next_line: number
  failure: ImportFailure | null
  failure_line: number | null
  failure_column: string | null
  line_count: number
  refused_count: number
  accepted_count: number
  ended_count: number
  new_count: number
  existing_count: number
  known_count: number
  balance_count: number
  points_amount: number
  points_value: number
  applied_count: number
  applied_amount: number
  applied_value: number
  created_at: string
  touched_at: string
  checked_at: string | null
  ended_at: string | null
}

/** Who works on an import: a person of the console, a command of the operator, or the job that ends what was begun. */
export type Worker = { actor: Actor; caller: StaffCall | null }

export function staffWorker(caller: StaffCall): Worker {
  return { actor: staffActor(caller), caller }
}

/** The jobs. */
export const systemWorker: Worker = { actor: { kind: 'system', name: 'Fiel' }, caller: null }

/** Locks the person of the console, as the first lock of a transaction. */
export async function holdWorker(connection: Database, { caller }: Worker): Promise<void> {
  if (caller) await holdCaller(connection, caller)
}

/** Begins an import, without any of the file's bytes. `file_hash`: SHA-256 of the file, of a command. */
export async function insertImport(
  connection: Database,
  company_id: string,
  { name, size }: ImportStart,
  { staff_id, file_hash }: { staff_id: string | null; file_hash: Buffer | null },
  now: Date,
): Promise<StoredImport> {
  const made = await row<{ id: string }>(
    connection,
    sql`insert into import (company_id, staff_id, name, file_hash, size, state, created_at, touched_at)
        values (${company_id}, ${staff_id}, ${name}, ${file_hash}, ${size}, 'RECEIVING', ${now}, ${now})
        returning id`,
  )
  return readImport(connection, company_id, made!.id)
}

/**
 * Locks the import until the transaction ends, so that its parts and batches follow one another on all nodes. Throws `not_found` for
 * an unknown import.
 */
export async function lockImport(
  connection: Database,
  company_id: string,
  id: string,
): Promise<StoredImport> {
  await rows(
    connection,
    sql`select from import where company_id = ${company_id} and id = ${id} for no key update`,
  )
  return readImport(connection, company_id, id)
}

export async function readImport(
  database: Database,
  company_id: string,
  id: string,
): Promise<StoredImport> {
  const found = await importWith(database, company_id, id)
  if (!found) throw new ApiError('not_found')
  return found
}

export async function importWith(
  database: Database,
  company_id: string,
  id: string,
): Promise<StoredImport | undefined> {
  const [found] = await storedImports(database, company_id, { id, limit: 1 })
  return found
}

/** The latest imports, newest first; with an `id` this one alone. */
async function storedImports(
  database: Database,
  company_id: string,
  { id = null, limit }: { id?: string | null; limit: number },
): Promise<StoredImport[]> {
  return rows(
    database,
    sql`select id, name, state, encoding, delimiter, columns, rest, size, next_part, next_line, failure, failure_line,
               failure_column, line_count, refused_count, accepted_count, ended_count, new_count, existing_count, known_count,
               balance_count, points_amount, points_value, applied_count, applied_amount, applied_value, created_at, touched_at, checked_at, ended_at
          from import
         where company_id = ${company_id} and (${id}::uuid is null or id = ${id})
         order by id desc
         limit ${limit}`,
  )
}

/** The latest imports, newest first. */
export async function imports(database: Database, company_id: string): Promise<ImportView[]> {
  const found = await storedImports(database, company_id, { limit: maxImportsShown })
  return found.map(viewOf)
}

/** An import with its first refused lines. Throws `not_found`. */
export async function importDetail(
  database: Database,
  company_id: string,
  id: string,
): Promise<ImportDetail> {
  const view = viewOf(await readImport(database, company_id, id))
  const refused_lines = await refusedLines(database, company_id, id, {
    after: 0,
    limit: maxRefusedShown,
  })
  return { ...view, refused_lines }
}

export function viewOf(stored: StoredImport): ImportView {
  const { failure, failure_line: line, failure_column: column } = stored
  return {
    id: stored.id,
    name: stored.name,
    state: stored.state,
    failure: failure && failureSentence(failure, { line, column }),
    next_part: stored.next_part,
    lines: stored.line_count,
    refused: stored.refused_count,
    accepted: stored.accepted_count,
    ended: stored.ended_count,
    new_customers: stored.new_count,
    existing_customers: stored.existing_count,
    known: stored.known_count,
    balances: stored.balance_count,
    points_amount: stored.points_amount,
    points_value: stored.points_value,
    applied: stored.applied_count,
    applied_amount: stored.applied_amount,
    applied_value: stored.applied_value,
    created_at: stored.created_at,
    checked_at: stored.checked_at,
    ended_at: stored.ended_at,
  }
}
