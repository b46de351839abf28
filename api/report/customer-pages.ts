/** Sums over all customers of a company, a page at a time, so that a statement's time does not grow with the company. */

import { PageSize } from '#database/page/page-size.ts'
import { type Database, row, rows, sql, type Statement } from '#database/sql.ts'

/** Customers of one page. It takes about 0.1 s with usual histories; a statement may take 15 s. */
const defaultPageSize = 2_000

const noCustomer = '00000000-0000-0000-0000-000000000000'

/** The customers after `after` and up to `until`. */
type CustomerPage = { after: string; until: string }
type Found = Record<string, string | number | null>

/** Gets the number of customers that are added up. False ends the work. */
export type MayContinue = (customers: number) => boolean | Promise<boolean>

/**
 * Adds up all customers of a company, page after page. A page whose statement reaches its time limit is read again with half of its
 * customers. `mayContinue` is called before each attempt. Returns the last customer; null: `mayContinue` has returned false. Throws the
 * time-out of a page of one customer.
 */
export async function addPages(
  database: Database,
  company_id: string,
  totals: Totals[],
  { pageSize = defaultPageSize, mayContinue }: { pageSize?: number; mayContinue: MayContinue },
): Promise<string | null> {
  const pages = new PageSize(pageSize)
  let after = noCustomer
  let customers = 0
  while (await mayContinue(customers)) {
    const page = await pages.attempt(database, (connection, size) =>
      readPage(connection, company_id, totals, { after, size }),
    )
    if (page === undefined) continue
    if (page.until === null) return after
    // Only now, because a time-out of the last statement repeats the whole page.
    totals.forEach((one, at) => one.add(page.found[at]!))
    after = page.until
    customers += page.size
  }
  return null
}

async function readPage(
  connection: Database,
  company_id: string,
  totals: Totals[],
  { after, size }: { after: string; size: number },
): Promise<{ until: string | null; size: number; found: Found[][] }> {
  const last = await row<{ id: string | null }>(
    connection,
    sql`select last_customer_id(${company_id}, ${after}, ${size}) as id`,
  )
  const until = last!.id
  const found: Found[][] = []
  if (until !== null) {
    for (const one of totals) found.push(await one.read(connection, { after, until }))
  }
  return { until, size, found }
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

  read(database: Database, page: CustomerPage): Promise<Found[]> {
    return rows<Found>(database, this.#read(page))
  }

  add(found: Found[]): void {
    for (const one of found) {
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
