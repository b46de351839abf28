/** The job that keeps the daily sums of reports (D18): it folds new records, and counts the states of a day that has ended. */

import { runEach } from '#api/job/run-each.ts'
import { PageSize } from '#database/page/page-size.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'
import { settledBefore } from '#database/watermark/settled.ts'

import { countStates } from './count-states.ts'

/** Records of one transaction: about 0.1 s, so that a node that stops repeats little. */
const defaultPageSize = 5_000

type Options = {
  /** The company to fold; undefined: all. */
  only?: string
  /** Records from this id on are left for a later run. */
  before?: string
  pageSize?: number
  /** Customers of one page of states. */
  customers?: number
}

/** Folds all companies. Its errors are those of runEach. `now`: the servers' clock. */
export async function foldReports(
  database: Database,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
  { only, before, pageSize = defaultPageSize, customers }: Options = {},
): Promise<void> {
  const { id: end, age_ms } = before ? { id: before, age_ms: 0 } : await settledBefore(database)
  const companies = await rows<{ company_id: string; now: string }>(
    database,
    sql`select company_id, now from company_clocks(${now}) order by company_id`,
  )
  await runEach(
    companies.filter(({ company_id }) => only === undefined || only === company_id),
    async ({ company_id, now: present }) => {
      const settled_at = new Date(new Date(present).getTime() - age_ms)
      await foldCompany(database, company_id, { end, pageSize, settled_at }, signal)
      await countStates(database, company_id, new Date(present), signal, customers)
    },
    { failed: (count) => `the reports of ${count} companies were not folded`, signal },
  )
}

type Page = { end: string; pageSize: number; settled_at: Date }

/** Folds page after page. A page whose statement reaches its time limit is folded again with half of its records. */
async function foldCompany(
  database: Database,
  company_id: string,
  { end, pageSize, settled_at }: Page,
  signal: AbortSignal,
): Promise<void> {
  await new PageSize(pageSize).all(
    database,
    async (connection, size) =>
      (await row<{ is_more: boolean }>(
        connection,
        sql`select fold_records(${company_id}, ${end}, ${size}, ${settled_at}) as is_more`,
      ))!,
    signal,
  )
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
