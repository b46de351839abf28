/** Sums over all customers of a company, a page at a time, so that a statement's time does not grow with the company. */

import { type Database, row, rows, sql, type Statement } from '#database/sql.ts'

/** Customers of one page. It takes about 0.1 s with usual histories; a statement may take 15 s. */
export const defaultPageSize = 2_000

export const noCustomer = '00000000-0000-0000-0000-000000000000'

/** The customers after `after` and up to `until`. */
export type CustomerPage = { after: string; until: string }
type Found = Record<string, string | number | null>

export async function* customerPages(
  database: Database,
  company_id: string,
  pageSize: number = defaultPageSize,
): AsyncGenerator<CustomerPage, undefined> {
  for (let after = noCustomer; ;) {
    const last = await row<{ id: string | null }>(
      database,
      sql`select last_customer_id(${company_id}, ${after}, ${pageSize}) as id`,
    )
    const until = last!.id
    if (until === null) return
    yield { after, until }
    after = until
  }
}

/** The sums of a statement over pages of customers. Rows that differ in nothing but these sums are one row. */
export class Totals {
  readonly #sums: string[]
  readonly #read: (page: CustomerPage) => Statement
  readonly #rows = new Map<string, Found>()

  constructor(sums: string[], read: (page: CustomerPage) => Statement) {
    this.#sums = sums
    this.#read = read
  }

  async add(database: Database, page: CustomerPage): Promise<void> {
    for (const one of await rows<Found>(database, this.#read(page))) {
      const key = JSON.stringify(Object.entries(one).filter(([name]) => !this.#sums.includes(name)))
      const total = this.#rows.get(key)
      if (total === undefined) this.#rows.set(key, one)
      else for (const name of this.#sums) total[name] = Number(total[name]) + Number(one[name])
    }
  }

  json(): string {
    return JSON.stringify([...this.#rows.values()])
  }
}
