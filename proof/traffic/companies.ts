/** The companies of a proof, one after the other: a verification reads all of a company, so it must not grow for hours. */

import { join } from 'node:path'

import type { SealedDatabase } from '#api/context/context.ts'

import { Journal } from './journal.ts'
import { openShop, renewSessions, type Shop, type Size } from './shop.ts'

/** A company with the journal of every call to it. */
export type Trade = { shop: Shop; journal: Journal }

/** Calls after which the next chunk gets a new company. A verification of this many takes 0.6 s; a new company takes 2 s. */
const defaultCalls = 5_000

export class Companies {
  readonly #sealed: SealedDatabase
  readonly #folder: string
  readonly #size: Size
  readonly #calls: number
  #count = 0
  #trade: Trade | undefined

  /** `folder`: for the journals. `calls`: after this many the next chunk gets a new company. */
  constructor(sealed: SealedDatabase, folder: string, size: Size, calls = defaultCalls) {
    this.#calls = calls
    this.#sealed = sealed
    this.#folder = folder
    this.#size = size
  }

  /** The company of the next chunk, with new sessions of its staff. */
  async current(): Promise<Trade> {
    if (this.#trade && this.#trade.journal.answers >= this.#calls) await this.close()
    this.#trade ??= await this.#open()
    await renewSessions(this.#sealed, this.#trade.shop.company_id)
    return this.#trade
  }

  async close(): Promise<void> {
    await this.#trade?.journal.close()
    this.#trade = undefined
  }

  async #open(): Promise<Trade> {
    this.#count += 1
    return {
      shop: await openShop(this.#sealed, this.#size),
      journal: await Journal.open(join(this.#folder, `journal-${this.#count}.jsonl`)),
    }
  }
}
