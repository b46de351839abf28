/**
 * Locks between processes, on otherwise empty files. SQLite takes them from the kernel, which releases them when the
 * process ends, even by a crash. So no lock is left behind, and no process id has to be trusted. Do not open such a file in
 * any other way: POSIX drops a process's locks on a file when the process closes any handle of it.
 */

import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export type Lock = { release(): void }

/** The pause between two tries to get a lock. A process holds it for some ms, while it starts or stops the server. */
const poll_ms = 5
/** SQLITE_BUSY: another process holds the lock. */
const busy = 5

/** Waits for an exclusive lock on `file`. Undefined when it is not free within `limit_ms`. */
export async function lockAlone(file: string, limit_ms: number): Promise<Lock | undefined> {
  const deadline = Date.now() + limit_ms
  let lock = tryAlone(file)
  while (!lock && Date.now() < deadline) {
    await sleep(poll_ms)
    lock = tryAlone(file)
  }
  return lock
}

/** Takes an exclusive lock on `file`. Undefined while another process holds any lock on it. */
export function tryAlone(file: string): Lock | undefined {
  return take(file, 'begin exclusive')
}

/** Takes a shared lock on `file`. Undefined while another process holds it exclusively. */
export function lockShared(file: string): Lock | undefined {
  return take(file, 'begin; select 1 from sqlite_master')
}

// Keeps locks from the garbage collector, which would close them.
const openLocks = new Set<DatabaseSync>()

function take(file: string, statement: string): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(statement)
  } catch (error) {
    database.close()
    // Busy is an answer, not a failure: the lock is taken.
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw error
  }
  openLocks.add(database)
  return {
    release() {
      if (openLocks.delete(database)) database.close()
    },
  }
}
