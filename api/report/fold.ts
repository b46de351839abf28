/** The job that keeps the daily sums of reports (D18): it folds new records, and counts the states of a day that has ended. */

import { type Database, isDatabaseAway, row, rows, sql } from '#database/sql.ts'

import { firstUnsettledId } from './settled.ts'

/** Records of one transaction: about 0.1 s, so that a node that stops repeats little. */
const defaultPageSize = 5_000

type Options = {
  /** The company to fold; undefined: all. */
  only?: string
  /** Records from this id on are left for a later run. */
  before?: string
  pageSize?: number
}

/**
 * Folds all companies. An error of one company does not stop the others; the first error is thrown at the end. `now`: the servers'
 * clock.
 */
export async function foldReports(
  database: Database,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
  { only, before, pageSize = defaultPageSize }: Options = {},
): Promise<void> {
  const end = before ?? (await firstUnsettledId(database))
  const companies = await rows<{ company_id: string; now: string }>(
    database,
    sql`select company_id, now from company_clocks(${now}) order by company_id`,
  )
  const errors: unknown[] = []
  for (const company of companies) {
    if (only !== undefined && only !== company.company_id) continue
    const present = new Date(company.now)
    try {
      do signal.throwIfAborted()
      while (await foldPage(database, company.company_id, { end, pageSize, now: present }))
      await countStates(database, company.company_id, present)
    } catch (error) {
      if (isDatabaseAway(error) || signal.aborted) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) {
    throw new Error(`the reports of ${errors.length} companies were not folded`, {
      cause: errors[0],
    })
  }
}

type Page = { end: string; pageSize: number; now: Date }

async function foldPage(database: Database, company_id: string, { end, pageSize, now }: Page) {
  const folded = await row<{ is_more: boolean }>(
    database,
    sql`select fold_records(${company_id}, ${end}, ${pageSize}, ${now}) as is_more`,
  )
  return folded!.is_more
}

async function countStates(database: Database, company_id: string, now: Date): Promise<void> {
  const due = await row<{ is_due: boolean }>(
    database,
    sql`select are_states_due(${company_id}, ${now}) as is_due`,
  )
  if (due!.is_due) await rows(database, sql`select count_states(${company_id}, ${now})`)
}

/** Forgets a company's sums and folds its ledger from the first record. Throws while another node folds the company. */
export async function rebuildReports(
  database: Database,
  company_id: string,
  now: Date,
): Promise<void> {
  const forgotten = await row<{ is_done: boolean }>(
    database,
    sql`select forget_reports(${company_id}) as is_done`,
  )
  if (!forgotten!.is_done) throw new Error('The reports are being folded: try again.')
  await foldReports(database, now, undefined, { only: company_id })
}
