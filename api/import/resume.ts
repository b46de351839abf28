/** Goes on with imports whose process or browser has gone. */

import type pg from 'pg'

import { companyNow } from '#api/clock/clock.ts'
import { runEach } from '#api/job/run-each.ts'
import { companyIds } from '#database/purge/purge-by-company.ts'
import { type Database, rows, sql } from '#database/sql.ts'

import { applyBatch } from './apply.ts'
import { systemWorker } from './stored-import.ts'

/** An import without a batch for this long is abandoned: a page sends a call every 4 s, and a command a batch every second. */
const abandoned_ms = 60_000

/**
 * Applies the abandoned imports of all companies to their end. Each batch has its own instant, because a run may take an hour. Its
 * errors are those of runEach.
 */
export async function resumeImports(
  database: pg.Pool,
  clock: () => Date,
  signal?: AbortSignal,
): Promise<void> {
  await runEach(
    await companyIds(database),
    async (company_id) => {
      const present = await companyNow({ database, clock }, company_id)
      const before = new Date(present.getTime() - abandoned_ms)
      await runEach(
        await abandonedImports(database, company_id, before),
        ({ id }) => resume({ database, clock, signal }, company_id, id),
        { failed: (count) => `${count} imports did not end`, signal },
      )
    },
    { failed: (count) => `imports of ${count} companies did not end`, signal },
  )
}

type Needs = { database: pg.Pool; clock: () => Date; signal: AbortSignal | undefined }

async function resume(needs: Needs, company_id: string, id: string): Promise<void> {
  for (;;) {
    needs.signal?.throwIfAborted()
    const of = { company_id, now: await companyNow(needs, company_id) }
    const { left } = await applyBatch(needs.database, of, id, systemWorker)
    // The next run of the job finds the customers free.
    if (left !== 'some') return
  }
}

function abandonedImports(
  database: Database,
  company_id: string,
  before: Date,
): Promise<{ id: string }[]> {
  return rows(
    database,
    sql`select id
          from import
         where company_id = ${company_id} and state = 'APPLYING' and touched_at < ${before}
         order by id`,
  )
}
