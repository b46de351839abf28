/** The job that stores levels that changed by time or by the company's file (D6). It runs every 15 minutes. */

import { runEach } from '#api/job/run-each.ts'
import { systemIo } from '#database/io.ts'
import { type Database, rows, sql } from '#database/sql.ts'
import { createEngine, type Engine } from '#engine/apply.ts'

/** Customers read at a time; bounds the memory. */
const page_size = 500
/**
 * After so many statements that reached their time limit, five minutes in all, the company's other customers wait for the next run. A few
 * customers with endless histories must not keep the others from their levels: the next run begins with the same ones.
 */
const maxTimeouts = 20

type Company = {
  company_id: string
  levels_changed_at: string | null
  is_changed: boolean
  /** The company's present, which is ahead in a sandbox. */
  now: Date
}

/**
 * Settles the customers who are due by `now`, one transaction each; a day begins at 00:00 of each company's time zone. After a
 * change of the company's levels, settles all its customers. A settled customer is no longer due, so an interrupted run is
 * resumed by the next. An error of one customer does not stop the company's others, until 20 reached the time limit. Its errors are
 * those of runEach. `only`: the one company to settle.
 */
export async function settleDue(
  database: Database,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
  only?: { company_id: string },
): Promise<{ settled: number }> {
  const companies = (await companiesWithLevels(database, now)).filter(
    ({ company_id }) => only === undefined || company_id === only.company_id,
  )
  const engine = createEngine(systemIo(database))
  let settled = 0
  await runEach(
    companies,
    async (company) => {
      settled += await settleCompany({ database, engine, signal }, company)
    },
    { failed: (count) => `levels of ${count} companies were not settled`, signal },
  )
  return { settled }
}

type Needs = { database: Database; engine: Engine; signal: AbortSignal }

/** Returns the number of settled customers. If some could not be settled, it throws an Error with their number at the end. */
async function settleCompany(
  { database, engine, signal }: Needs,
  company: Company,
): Promise<number> {
  let settled = 0
  await runEach(
    company.is_changed ? everybody(database, company) : due(database, company),
    async (customer_id) => {
      const command = { verb: 'settle_level', caller_id: customer_id } as const
      await engine.apply(company.company_id, command, company.now)
      settled += 1
    },
    { failed: (count) => `${count} customers could not be settled`, signal, maxTimeouts },
  )
  // All customers are settled by the chain that this run has read. A later change of the chain causes another run.
  if (company.is_changed) await noteSettled(database, company)
  return settled
}

async function companiesWithLevels(database: Database, now: Date): Promise<Company[]> {
  const found = await rows<Omit<Company, 'now'> & { now: string }>(
    database,
    sql`select company.*, company_now(company.company_id, ${now}) as now
          from companies_with_levels() company
         order by company.company_id`,
  )
  return found.map((company) => ({ ...company, now: new Date(company.now) }))
}

/** Customers whose level may have changed by time, the longest due first. */
async function* due(database: Database, { company_id, now }: Company) {
  let after = { due_at: '-infinity', customer_id: lowestId }
  for (;;) {
    const page = await rows<{ customer_id: string; due_at: string }>(
      database,
      // As text: the driver's dates have milliseconds only, and the next page begins exactly here.
      sql`select customer_id, due_at::text as due_at
            from customer_level
           where company_id = ${company_id}
             and due_at <= ${now}
             and (due_at, customer_id) > (${after.due_at}::timestamptz, ${after.customer_id}::uuid)
           order by due_at, customer_id
           limit ${page_size}`,
    )
    for (const { customer_id } of page) yield customer_id
    const last = page.at(-1)
    if (!last) return
    after = last
  }
}

/** Customers with records or an earlier settling. */
async function* everybody(database: Database, { company_id }: Company) {
  let after = lowestId
  for (;;) {
    const page = await rows<{ customer_id: string; has_level: boolean }>(
      database,
      sql`select page.customer_id,
                 page.has_record
                 or exists (
                      select
                        from customer_level
                       where customer_level.company_id = ${company_id}
                         and customer_level.customer_id = page.customer_id) as has_level
            from customers_after(${company_id}, ${after}, ${page_size}) page
           order by page.customer_id`,
    )
    for (const { customer_id, has_level } of page) if (has_level) yield customer_id
    const last = page.at(-1)
    if (!last) return
    after = last.customer_id
  }
}

const lowestId = '00000000-0000-0000-0000-000000000000'

async function noteSettled(
  database: Database,
  { company_id, levels_changed_at }: Company,
): Promise<void> {
  await rows(database, sql`select note_levels_settled(${company_id}, ${levels_changed_at})`)
}
