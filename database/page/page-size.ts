/** The size of pages that a statement reads within its time limit. */

import type pg from 'pg'

import { type Database, isStatementTimeout, transaction } from '#database/sql.ts'

/** After a page that took less, the next one has twice the size: it stays below half of the time limit of a statement. */
const quick_ms = 3_000

/** Begins with pages of `max`. The size is halved after a time-out and doubled after a page that took less than 3 s. */
export class PageSize {
  readonly #max: number
  #size: number

  constructor(max: number) {
    this.#max = max
    this.#size = max
  }

  /**
   * Reads a page in a transaction, or in a savepoint of the caller's. Undefined: a statement reached its time limit, and the next attempt
   * has half the size. Throws the time-out of a page of 1, and any other error.
   */
  async attempt<Page>(
    database: Database,
    read: (connection: pg.PoolClient, size: number) => Promise<Page>,
  ): Promise<Page | undefined> {
    const began_ms = performance.now()
    try {
      const page = await transaction(database, (connection) => read(connection, this.#size))
      if (performance.now() - began_ms < quick_ms) this.#size = Math.min(this.#size * 2, this.#max)
      return page
    } catch (error) {
      if (!isStatementTimeout(error) || this.#size === 1) throw error
      this.#size = Math.ceil(this.#size / 2)
      return undefined
    }
  }

  /** Works on page after page with `attempt`, until one answers that no more follow. Throws as `attempt`, and the reason of an abort. */
  async all(
    database: Database,
    read: (connection: pg.PoolClient, size: number) => Promise<{ is_more: boolean }>,
    signal?: AbortSignal,
  ): Promise<void> {
    let isMore = true
    while (isMore) {
      signal?.throwIfAborted()
      isMore = (await this.attempt(database, read))?.is_more ?? true
    }
  }
}
