/** Transactions of the model database. A transaction sees its own writes, and the others see them after the commit. */

import type { Disk, Table } from './disk.ts'

/** Locks that a transaction holds until its end, by name. */
export class Locks {
  readonly #holders = new Map<string, Transaction>()
  /** Called when a transaction has ended, for those that wait. */
  readonly #waiting = new Map<string, (() => void)[]>()

  /** Takes the lock unless another transaction has it: SKIP LOCKED, or pg_try_advisory_xact_lock. */
  take(name: string, by: Transaction): boolean {
    const holder = this.#holders.get(name)
    if (holder) return holder === by
    this.#holders.set(name, by)
    by.locks.push(name)
    return true
  }

  /** Calls `work` once when the lock is free. */
  whenFree(name: string, work: () => void): void {
    const waiting = this.#waiting.get(name)
    if (waiting) waiting.push(work)
    else this.#waiting.set(name, [work])
  }

  release(by: Transaction): void {
    for (const name of by.locks) this.#holders.delete(name)
    for (const name of by.locks.splice(0)) {
      const waiting = this.#waiting.get(name)
      this.#waiting.delete(name)
      for (const work of waiting ?? []) work()
    }
  }

  /** The locks that are held. */
  held(): string[] {
    return [...this.#holders.keys()]
  }
}

export class Transaction {
  readonly locks: string[] = []
  /** After an error of a statement everything but a rollback is refused. */
  isAborted = false
  /** Payloads of NOTIFY, which the listeners get after the commit. */
  readonly notifications: string[] = []
  readonly disk: Disk
  /** When it began, on the database's clock. */
  readonly began_ms: number
  readonly #writes = new Map<Table<unknown>, Map<string, unknown>>()
  readonly #locks: Locks
  readonly #now_ms: () => number

  constructor(disk: Disk, locks: Locks, now_ms: () => number) {
    this.disk = disk
    this.#locks = locks
    this.#now_ms = now_ms
    this.began_ms = now_ms()
  }

  /** A time-ordered id (UUIDv7), which no other row has. */
  newId(): string {
    this.disk.madeIds += 1
    const time = Math.floor(this.#now_ms()).toString(16).padStart(12, '0')
    const number = this.disk.madeIds.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number}`
  }

  get<Row>(table: Table<Row>, key: string): Row | undefined {
    const own = this.#writes.get(table)
    if (own?.has(key)) return own.get(key) as Row
    return table.get(key)
  }

  set<Row>(table: Table<Row>, key: string, row: Row): void {
    const own = this.#writes.get(table)
    if (own) own.set(key, row)
    else this.#writes.set(table, new Map([[key, row]]))
  }

  lock(name: string): boolean {
    return this.#locks.take(name, this)
  }

  /** Whether the transaction has written, so that it has an id of its own. */
  hasWritten(): boolean {
    return this.#writes.size > 0
  }

  /** Whether a commit would change nothing. */
  isIdle(): boolean {
    return !this.hasWritten() && this.locks.length === 0 && this.notifications.length === 0
  }

  hasWrittenTo<Row>(table: Table<Row>): boolean {
    return this.#writes.has(table)
  }

  commit(): void {
    for (const [table, rows] of this.#writes) {
      for (const [key, row] of rows) table.set(key, row)
    }
    this.end()
  }

  /** Ends it without its writes. */
  end(): void {
    this.#writes.clear()
    this.#locks.release(this)
  }
}
