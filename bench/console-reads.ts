/** The console's reads of a company, called as its routes call them, and the figures of a closing. */

import type pg from 'pg'

import { searchCustomers } from '#api/desk/search.ts'
import { movementPage } from '#api/movement/movements.ts'
import { closingFigures } from '#api/report/close-month.ts'
import { liability } from '#api/report/liability.ts'
import { itemReport, report, shopReport } from '#api/report/report.ts'
import { CustomerSearch } from '#contract/console/desk.ts'
import { MovementPage } from '#contract/console/movement.ts'
import { addDays, maxReportDays } from '#contract/console/report.ts'
import { row, snapshot, sql } from '#database/sql.ts'

import type { Ground, Target } from './ground.ts'

/** Calls of one measurement. */
const calls = 50

/** A company of the ground, and the document of one of its customers. */
type Company = { company_id: string; document: string }

export type ConsoleRead = {
  name: string
  title: string
  read: (database: pg.Pool, company: Company) => Promise<unknown>
}

/** Every customer of the ground is called Carga, so a search by name finds as many as it may. */
export const consoleReads: ConsoleRead[] = [
  search('name', () => 'carga'),
  search('email', () => 'carga-0@exemplo.com.br'),
  search('document', ({ document }) => document),
  {
    name: 'movements',
    title: 'the newest movements',
    read: (database, { company_id }) => movementPage(database, company_id, MovementPage.parse({})),
  },
  {
    name: 'report',
    title: 'a report of 30 days',
    read: (database, { company_id }) => report(database, company_id, lastDays(30)),
  },
  {
    name: 'report-year',
    title: `a report of ${maxReportDays} days`,
    read: (database, { company_id }) => report(database, company_id, lastDays(maxReportDays)),
  },
  {
    name: 'shops',
    title: 'the shops of 30 days',
    read: (database, { company_id }) => shopReport(database, company_id, lastDays(30)),
  },
  {
    name: 'items',
    title: 'the prizes of 30 days',
    read: (database, { company_id }) => itemReport(database, company_id, lastDays(30)),
  },
  {
    name: 'liability',
    title: 'the liability',
    read: (database, { company_id }) => liability(database, company_id, new Date()),
  },
]

function search(by: string, textOf: (company: Company) => string): ConsoleRead {
  return {
    name: `search-${by}`,
    title: `a search by ${by}`,
    read: (database, company) => {
      const query = CustomerSearch.parse({ text: textOf(company) })
      return searchCustomers(database, company.company_id, query)
    },
  }
}

/** The console shows one company: the first of the ground. */
export function measuredCompany({ shops }: Target): string {
  return shops[0]!.company_id
}

/** From the median time of 50 reads, one after the other. */
export async function readsPerSecond(
  { database, target }: Ground,
  { read }: ConsoleRead,
): Promise<number> {
  const company_id = measuredCompany(target)
  const { document } = target.customers.find(({ shop }) => shop === 0)!
  const times: number[] = []
  for (let call = 0; call < calls; call += 1) {
    const began = performance.now()
    await read(database, { company_id, document })
    times.push(performance.now() - began)
  }
  return 1_000 / times.toSorted((one, other) => one - other)[calls / 2]!
}

/** The customers whose points a second of a closing adds up. Reads what the closing of the last month would store, and stores nothing. */
export async function customersPerSecond({ database, target }: Ground): Promise<number> {
  const company_id = measuredCompany(target)
  const counted = await row<{ count: number }>(
    database,
    sql`select count(*)::integer as count from customer where company_id = ${company_id}`,
  )
  const now = new Date()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  const month = first.toISOString().slice(0, 10)
  const began = performance.now()
  await snapshot(database, (reader) => closingFigures(reader, company_id, month))
  return counted!.count / ((performance.now() - began) / 1_000)
}

function lastDays(days: number) {
  const to = new Date().toISOString().slice(0, 10)
  return { from: addDays(to, 1 - days), to }
}
