/** The job that lets staying accounts pay what absorbed ones owe (docs/decisions/054-customer-merge.md). */

import { runEach } from '#api/job/run-each.ts'
import { systemIo } from '#database/io.ts'
import { type Database, rows, sql } from '#database/sql.ts'
import { createEngine } from '#engine/apply.ts'

type Debt = { absorbed_id: string; staying_id: string }

/**
 * A return can leave an absorbed account owing points that the staying account does not have. Once it has some, they pay. A debt of
 * which nothing can be paid changes nothing. The errors are those of runEach.
 */
export async function collectDebts(
  database: Database,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const engine = createEngine(systemIo(database))
  const companies = await rows<{ company_id: string; now: string }>(
    database,
    sql`select company_id, now from company_clocks(${now}) order by company_id`,
  )
  await runEach(
    companies,
    async ({ company_id, now: present }) =>
      runEach(
        await debtsOf(database, company_id),
        ({ absorbed_id, staying_id }) => {
          const command = { verb: 'collect', customer_id: staying_id, absorbed_id } as const
          return engine.apply(company_id, command, new Date(present))
        },
        { failed: (count) => `${count} debts were not collected`, signal },
      ),
    { failed: (count) => `debts of ${count} companies were not collected`, signal },
  )
}

function debtsOf(database: Database, company_id: string): Promise<Debt[]> {
  return rows<Debt>(
    database,
    sql`select absorbed_id, staying_id from debts_to_collect(${company_id})`,
  )
}
