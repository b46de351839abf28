/** Dead letters: jobs that failed their last attempt. pg-boss stores them in a queue of their own. */

import type pg from 'pg'
import { PgBoss } from 'pg-boss'

import { type Database, row, rows, sql } from '#database/sql.ts'

import { dbOf, deadLetterQueue } from './queue.ts'

/** Maximum jobs that one statement of a replay moves. */
const pageSize = 1_000

export type DeadLetter = {
  id: string
  queue: string
  /** The subject of a mail or push; null for a scheduled job. */
  kind: string | null
  /** The company whose mail or push it is; null: a scheduled job, which works for all companies. */
  company_id: string | null
  /** When the last attempt failed. */
  failed_at: string
  attempts: number
  /** Name and code of the last error. Its message may quote a person's data, so no job stores it. */
  error: string
}

/** All dead letters, oldest first. */
export async function deadLetters(database: Database): Promise<DeadLetter[]> {
  const found = await rows<Omit<DeadLetter, 'error'> & { output: Output | null }>(
    database,
    sql`select id, source_name as queue, coalesce(data ->> 'kind', data ->> 'notice') as kind,
               data ->> 'company_id' as company_id,
               created_on as failed_at,
               coalesce((data ->> 'attempts')::integer, 0) + source_retry_count + 1 as attempts,
               source_output as output
          from pgboss.job
         where name = ${deadLetterQueue}
           and state = 'created'
         order by created_on, id`,
  )
  return found.map(({ output, ...letter }) => ({ ...letter, error: errorOf(output) }))
}

/** The stored output of a failed job: `causeOf` of its error. For a job that pg-boss has ended it stores a message of its own. */
type Output = { name?: string; code?: string; value?: { message?: string } }

function errorOf(output: Output | null): string {
  if (output?.name) return [output.name, output.code].filter(Boolean).join(' ')
  switch (output?.value?.message) {
    case 'job timed out':
      return 'timed out'
    case 'job heartbeat timeout':
      return 'node stopped'
  }
  return 'unknown'
}

export type DeadLetterCount = { queue: string; count: number }

export async function countDeadLetters(database: Database): Promise<DeadLetterCount[]> {
  return rows<DeadLetterCount>(
    database,
    sql`select source_name as queue, count(*)::integer as count
          from pgboss.job
         where name = ${deadLetterQueue}
           and state = 'created'
         group by source_name`,
  )
}

/**
 * Moves dead letters back into their queues, with all attempts anew. Returns how many. A scheduled job that is queued already
 * does the work of its dead letter, which is then deleted.
 */
export async function replayDeadLetters(pool: pg.Pool, ids: string[]): Promise<number> {
  const boss = new PgBoss({ db: dbOf(pool), migrate: false, supervise: false, schedule: false })
  await boss.start()
  try {
    let count = 0
    for (let at = 0; at < ids.length; at += pageSize) {
      const page = ids.slice(at, at + pageSize)
      count += await boss.redrive(deadLetterQueue, { ids: page, limit: pageSize })
      count += await deleteConflicts(pool, page)
    }
    return count
  } finally {
    await boss.stop({ graceful: false })
  }
}

/** pg-boss marks a dead letter as failed if its queue's policy allows no second job. */
async function deleteConflicts(database: Database, ids: string[]): Promise<number> {
  const deleted = await row<{ count: number }>(
    database,
    sql`with conflict as (
          delete from pgboss.job
           where name = ${deadLetterQueue}
             and id = any(${ids}::uuid[])
             and state = 'failed'
          returning 1)
        select count(*)::integer as count
          from conflict`,
  )
  return deleted!.count
}

/** Deletes the dead letters of a scheduled job: a later run that succeeded has done their work. */
export async function deleteDeadLetters(database: Database, queue: string): Promise<void> {
  await rows(
    database,
    sql`delete from pgboss.job
         where name = ${deadLetterQueue}
           and source_name = ${queue}`,
  )
}
