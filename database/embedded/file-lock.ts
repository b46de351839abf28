/**
 * Locks between processes, on files that hold nothing else. SQLite takes them from the kernel, which drops them with the
 * process however it ends: none can be left stuck, and no process id has to be trusted. Open such a file by no other
 * means: POSIX drops a process's locks on a file when the process closes any handle of it.
 */

import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

export type Lock = { release(): void }

const poll_ms = 5
/** SQLITE_BUSY: another holds what we ask for. */
const busy = 5

/** Alone on `file`, once all others have let go; undefined when they have not within `limit_ms`. */
export async function lockAlone(file: string, limit_ms: number): Promise<Lock | undefined> {
  const deadline = Date.now() + limit_ms
  let lock = tryAlone(file)
  while (!lock && Date.now() < deadline) {
    await sleep(poll_ms)
    lock = tryAlone(file)
  }
  return lock
}

/** Alone on `file`, or undefined while anybody else holds it. */
export function tryAlone(file: string): Lock | undefined {
  return take(file, 'begin exclusive')
}

/** One of many on `file`; undefined while somebody is alone on it. */
export function lockShared(file: string): Lock | undefined {
  return take(file, 'begin; select 1 from sqlite_master')
}

// Keeps locks from the garbage collector, which would close them.
const held = new Set<DatabaseSync>()

function take(file: string, statement: string): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec(statement)
  } catch (error) {
    database.close()
    // Not a failure but the answer: it is taken.
    if ((error as { errcode?: number }).errcode === busy) return undefined
    throw error
  }
  held.add(database)
  return {
    release() {
      if (held.delete(database)) database.close()
    },
  }
}
