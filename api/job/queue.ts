/** Shared by all queues of pg-boss: the dead letters, and sending within the caller's transaction. */

import type { Db, PgBoss, Queue } from 'pg-boss'

import type { Database } from '#database/sql.ts'

/** A job that failed its last attempt is copied into this queue. No node works on it; `fiel job` lists and replays it. */
export const deadLetterQueue = 'dead_letter'
/** A dead letter of a mail may hold a typed email or CPF, so it does not stay longer than an operator's long weekend needs. */
const deadLetterDays = 7

/** A job that is replayed has a new id. `jobKey` is the first one: it stays the same, so receivers detect a duplicate. */
export function jobKey({ id, sourceRootId }: { id: string; sourceRootId: string | null }): string {
  return sourceRootId ?? id
}

/** Before the first `openQueue`: PostgreSQL checks that the queue of dead letters exists. */
export async function openDeadLetters(boss: PgBoss): Promise<void> {
  await boss.createQueue(deadLetterQueue, { retentionSeconds: deadLetterDays * 86_400 })
}

type QueueOptions = Omit<Queue, 'name' | 'deadLetter'>

/** Creates the queue, or gives an existing one the options of this release. */
export async function openQueue(
  boss: PgBoss,
  name: string,
  { policy, ...options }: QueueOptions,
): Promise<void> {
  const all = { ...options, deadLetter: deadLetterQueue }
  await boss.createQueue(name, { ...all, ...(policy && { policy }) })
  await boss.updateQueue(name, all)
}

/** The caller's connection for pg-boss, so that a job is queued if and only if the caller's transaction commits. */
export function dbOf(connection: Database): Db {
  return {
    executeSql: (text: string, values?: unknown[]) => connection.query(text, values),
  }
}
