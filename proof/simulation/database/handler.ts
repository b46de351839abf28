/** What a statement of the model database is given, and what it gives back. */

import type { Disk } from '../disk/disk.ts'
import type { Facts } from '../disk/facts.ts'
import type { Transaction } from '../disk/transaction.ts'
import type { Chance } from '../time/chance.ts'

export type Call = {
  tx: Transaction
  disk: Disk
  facts: Facts
  chance: Chance
  values: unknown[]
  /** The database's clock, in milliseconds since 1970. */
  now_ms: number
  /** When the oldest open transaction with writes began. */
  oldest_ms: number
}

/** The statement waits for a lock of another transaction, and then runs. */
export class Waits {
  readonly lock: string
  constructor(lock: string) {
    this.lock = lock
  }
}

export type Handler = (call: Call) => object[] | Waits

/** A part of a statement's text that no other statement has, and its handler. */
export type Known = [text: string, handler: Handler]
