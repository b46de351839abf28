import type pg from 'pg'

import { noteAct } from '#api/audit/note.ts'
import { ApiError } from '#api/http/api-error.ts'
import { rows, sql, transaction } from '#database/sql.ts'

import { importDiscarded } from './acts.ts'
import { holdWorker, lockImport, type Worker } from './stored-import.ts'

/**
 * Gives an import up. The nightly purge deletes its lines. Throws `not_found`, and `import_changed` once it was begun to be applied or
 * is over.
 */
export async function discardImport(
  database: pg.Pool,
  { company_id, now }: { company_id: string; now: Date },
  id: string,
  worker: Worker,
): Promise<void> {
  await transaction(database, async (connection) => {
    await holdWorker(connection, worker)
    const stored = await lockImport(connection, company_id, id)
    if (stored.state !== 'RECEIVING' && stored.state !== 'CHECKED') {
      throw new ApiError('import_changed')
    }
    await rows(
      connection,
      sql`update import
             set state = 'DISCARDED', rest = null, ended_at = ${now}, touched_at = ${now}
           where company_id = ${company_id} and id = ${id}`,
    )
    const { actor } = worker
    await noteAct(connection, company_id, actor, importDiscarded(actor, stored), now)
  })
}
