import type pg from 'pg'

import { noteAct } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { type Database, rows, sql, transaction } from '#database/sql.ts'

import { importDiscarded } from './acts.ts'
import type { Of } from './batch.ts'
import {
  holdWorker,
  lockImport,
  type StoredImport,
  systemWorker,
  type Worker,
} from './stored-import.ts'

/**
 * Gives an import up. The nightly purge deletes its lines. Throws `not_found`, and `import_changed` once it was begun to be applied or
 * is over.
 */
export async function discardImport(
  database: pg.Pool,
  { company_id, now }: Of,
  id: string,
  worker: Worker,
): Promise<void> {
  await transaction(database, async (connection) => {
    await holdWorker(connection, worker)
    const stored = await lockImport(connection, company_id, id)
    if (!isOpen(stored)) throw new ApiError('import_changed')
    await giveUp(connection, { company_id, now }, stored, worker)
  })
}

/** Gives up the imports that were not begun to be applied and have had no step since `before`. */
export async function discardAbandoned(
  database: pg.Pool,
  { company_id, now }: Of,
  before: Date,
): Promise<void> {
  const found = await rows<{ id: string }>(
    database,
    sql`select id
          from import
         where company_id = ${company_id} and state in ('RECEIVING', 'CHECKED') and touched_at < ${before}
         order by id`,
  )
  for (const { id } of found) {
    await transaction(database, async (connection) => {
      const stored = await lockImport(connection, company_id, id)
      // A person may have taken the next step meanwhile.
      const isAbandoned = isOpen(stored) && new Date(stored.touched_at) < before
      if (isAbandoned) await giveUp(connection, { company_id, now }, stored, systemWorker)
    })
  }
}

function isOpen({ state }: StoredImport): boolean {
  return state === 'RECEIVING' || state === 'CHECKED'
}

async function giveUp(
  connection: Database,
  { company_id, now }: Of,
  stored: StoredImport,
  { actor }: Worker,
): Promise<void> {
  await rows(
    connection,
    sql`update import
           set state = 'DISCARDED', rest = null, ended_at = ${now}, touched_at = ${now}
         where company_id = ${company_id} and id = ${stored.id}`,
  )
  await noteAct(connection, company_id, actor, importDiscarded(actor, stored), now)
}
