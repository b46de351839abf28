/**
 * Applies a checked import, batch by batch. A batch is one transaction: its customers, their points, the counts and the end of its
 * lines are committed together. So a process may die anywhere, and the next call goes on with the lines that are left.
 */

import { setTimeout as wait } from 'node:timers/promises'

import type pg from 'pg'

import { noteAct } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { ImportView } from '#contract/console/import.ts'
import { localDate } from '#contract/value/date.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import { importApplied, importStarted } from './acts.ts'
import {
  addCustomers,
  creditLines,
  ImportedMeanwhile,
  type Of,
  refusedAs,
  type WaitingLine,
} from './batch.ts'
import { importedBefore, linesOfDocuments, passOnPersons } from './imported-before.ts'
import type { RefusedLine } from './read-line.ts'
import { refuseLines } from './store-lines.ts'
import {
  holdWorker,
  lockImport,
  readImport,
  type StoredImport,
  viewOf,
  type Worker,
} from './stored-import.ts'

/** Lines of a batch. Their customers are locked for its time, about 0.2 s, and a sale waits for its customer as long. */
const batchLines = 250
/** The pause when every line of a batch waits for another transaction. */
const busyPause_ms = 50
/** A call of the console applies for this long, so that its answer shows progress and no proxy gives up. */
const callLimit_ms = 4_000

/**
 * Begins to apply a checked import. A repeat changes nothing. Throws `not_found`, and `import_changed` for an import that was not
 * checked, was refused or was given up.
 */
export async function startImport(
  database: pg.Pool,
  { company_id, now }: Of,
  id: string,
  worker: Worker,
): Promise<ImportView> {
  return transaction(database, async (connection) => {
    await holdWorker(connection, worker)
    const stored = await lockImport(connection, company_id, id)
    if (stored.state === 'APPLYING' || stored.state === 'APPLIED') return viewOf(stored)
    if (stored.state !== 'CHECKED') throw new ApiError('import_changed')
    await rows(
      connection,
      sql`update import set state = 'APPLYING', touched_at = ${now} where company_id = ${company_id} and id = ${id}`,
    )
    const { actor } = worker
    await noteAct(connection, company_id, actor, importStarted(actor, stored), now)
    return viewOf(await readImport(connection, company_id, id))
  })
}

/**
 * Applies batches until none is left, or for about 4 s. Throws `not_found`, and `import_changed` for an import that was not begun to
 * be applied.
 */
export async function continueImport(
  database: pg.Pool,
  of: Of,
  id: string,
  worker: Worker,
  limit_ms: number = callLimit_ms,
): Promise<ImportView> {
  const ends_ms = performance.now() + limit_ms
  for (;;) {
    const { left, view } = await applyBatch(database, of, id, worker)
    if (left === 'none' || performance.now() > ends_ms) return view
    if (left === 'busy') await wait(busyPause_ms)
  }
}

type Batch = { left: 'none' | 'some' | 'busy'; view: ImportView }

/** Runs of a batch whose balances a concurrent import brings at the same time. */
const maxRuns = 3

/** Applies the next lines in one transaction. `busy`: other transactions hold the customers of all of them. */
export async function applyBatch(
  database: pg.Pool,
  of: Of,
  id: string,
  worker: Worker,
): Promise<Batch> {
  for (let run = 1; ; run += 1) {
    try {
      return await transaction(database, (connection) => runBatch(connection, of, id, worker))
    } catch (error) {
      if (!(error instanceof ImportedMeanwhile) || run === maxRuns) throw error
    }
  }
}

async function runBatch(connection: Database, of: Of, id: string, worker: Worker): Promise<Batch> {
  const { company_id, now } = of
  await holdWorker(connection, worker)
  const stored = await lockImport(connection, company_id, id)
  if (stored.state === 'APPLIED') return { left: 'none', view: viewOf(stored) }
  if (stored.state !== 'APPLYING') throw new ApiError('import_changed')
  const lines = await waitingLines(connection, company_id, id)
  if (lines.length === 0) return endImport(connection, of, stored, worker)
  const ended = await applyLines(connection, of, id, lines)
  await refuseLines(connection, company_id, id, ended.refused)
  await rows(
    connection,
    sql`delete from import_line
         where company_id = ${company_id} and import_id = ${id} and line = any (${ended.done}::integer[])`,
  )
  const count = ended.done.length + ended.refused.length
  await rows(
    connection,
    sql`update import
           set refused_count  = refused_count + ${ended.refused.length},
               ended_count    = ended_count + ${count},
               known_count    = known_count + ${ended.known},
               applied_count  = applied_count + ${ended.applied},
               applied_amount = applied_amount + ${ended.amount},
               applied_value  = applied_value + ${ended.value},
               touched_at     = ${now}
         where company_id = ${company_id} and id = ${id}`,
  )
  const view = viewOf(await readImport(connection, company_id, id))
  return { left: count === 0 ? 'busy' : 'some', view }
}

/** The next lines, locked against an erasure of their persons. */
function waitingLines(
  connection: Database,
  company_id: string,
  id: string,
): Promise<WaitingLine[]> {
  return rows(
    connection,
    sql`select line, document, email, phone, person, amount, value, expires_on, external_id
          from import_line
         where company_id = ${company_id} and import_id = ${id} and refusal is null
         order by line
         limit ${batchLines}
           for update`,
  )
}

type Ended = {
  /** Lines that are over and are deleted: a person alone, a balance, or a balance that was imported before. */
  done: number[]
  refused: RefusedLine[]
  known: number
  applied: number
  amount: number
  value: number
}

async function applyLines(
  connection: Database,
  { company_id, now }: Of,
  import_id: string,
  lines: WaitingLine[],
): Promise<Ended> {
  const today = await localToday(connection, company_id, now)
  // The check may be days old.
  const past = lines.filter(({ expires_on }) => expires_on !== null && expires_on < today)
  const { same, other } = await importedBefore(connection, company_id, without(lines, past))
  const over = [...past, ...same, ...other]
  if (over.some(({ person }) => person !== null)) {
    await passOnPersons(connection, company_id, import_id, over)
  }
  const current =
    over.length === 0 ? lines : without(await waitingLines(connection, company_id, import_id), over)
  const { added, missing } = await addCustomers(connection, { company_id, now }, current)
  // Refuse their later lines, too, which would add the customers without their data.
  const orphans = await linesOfDocuments(connection, company_id, import_id, [...missing])
  const overLines = new Set(over.map(({ line }) => line))
  const owned = current.filter(({ document }) => !missing.has(document))
  const persons = owned.filter(({ amount }) => amount === null)
  const credits = await creditLines(connection, { company_id, now, added }, import_id, owned)
  return {
    ...credits,
    known: credits.known + same.length,
    done: [...[...same, ...persons].map(({ line }) => line), ...credits.done],
    refused: [
      ...past.map(({ line }) => refusedAs(line, 'expires_at', 'expires_at_past')),
      ...other.map(({ line }) => refusedAs(line, 'external_id', 'external_id_used')),
      // The table still has the lines of `over`, which are counted above.
      ...orphans
        .filter((line) => !overLines.has(line))
        .map((line) => refusedAs(line, null, 'contact_used')),
      ...credits.refused,
    ],
  }
}

async function localToday(connection: Database, company_id: string, now: Date): Promise<string> {
  const found = await row<{ zone: string }>(
    connection,
    sql`select time_zone_of(${company_id}) as zone`,
  )
  return localDate(now, found!.zone)
}

function without(lines: WaitingLine[], others: WaitingLine[]): WaitingLine[] {
  const numbers = new Set(others.map(({ line }) => line))
  return lines.filter(({ line }) => !numbers.has(line))
}

async function endImport(
  connection: Database,
  { company_id, now }: Of,
  before: StoredImport,
  { actor }: Worker,
): Promise<Batch> {
  await rows(
    connection,
    sql`update import
           set state = 'APPLIED', ended_at = ${now}, touched_at = ${now}
         where company_id = ${company_id} and id = ${before.id}`,
  )
  const after = await readImport(connection, company_id, before.id)
  await noteAct(connection, company_id, actor, importApplied(actor, before, after), now)
  return { left: 'none', view: viewOf(after) }
}
