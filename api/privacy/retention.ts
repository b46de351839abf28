/** Erases pre-registrations that nobody has taken over in time (D16). */

import { type Actor, noteAct } from '#api/audit/note.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { runEach } from '#api/job/run-each.ts'
import { defaultPreRegisteredMonths } from '#contract/privacy.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { customerErased } from './acts.ts'
import { eraseCustomer, maxTimeouts } from './erase.ts'

/** The actor of the audit log's entries. */
const job: Actor = { kind: 'system', name: 'Fiel' }

const lowestId = '00000000-0000-0000-0000-000000000000'

type Retention = SealedDatabase & {
  now: Date
  signal?: AbortSignal
  /** Records read by one statement; bounds its time. */
  batchSize?: number
}

/**
 * Erases pre-registered documents without points after the company's number of months since their last movement. A document that fails
 * stops no other one. An aborted run ends between two documents, and the next one continues it. Its errors are those of runEach.
 * Returns the number of erased documents.
 */
export async function erasePreRegistered(retention: Retention): Promise<number> {
  const { signal } = retention
  const companies = await rows<Deadline>(
    retention.database,
    // A file that was applied before this setting existed lacks it; the default then applies.
    sql`select company.company_id, ${retention.now}::timestamptz - make_interval(months => setting.months) as since
          from companies() company
         cross join lateral file_of(company.company_id) file
         cross join lateral (
               select case when file ? 'retention' then (file #>> '{retention,pre_registered_months}')::integer
                           else ${defaultPreRegisteredMonths} end as months) setting
         where setting.months is not null`,
  )
  let erased = 0
  await runEach(
    companies,
    (company) =>
      runEach(
        waitingIn(company, retention),
        async (customer_id) => {
          if (await eraseOne(company, customer_id, retention)) erased += 1
        },
        { failed: (count) => `${count} documents were not erased`, signal, maxTimeouts },
      ),
    { failed: (count) => `pre-registered documents of ${count} companies remain`, signal },
  )
  return erased
}

/** A company and its deadline. A pre-registered document without points is erased if it had no movement since `since`. */
type Deadline = { company_id: string; since: string }

/** The documents to erase. */
async function* waitingIn(
  { company_id, since }: Deadline,
  { database, now, batchSize = 1_000 }: Retention,
): AsyncGenerator<string> {
  for (let after = lowestId; ;) {
    const page = await rows<{ id: string; is_over: boolean }>(
      database,
      sql`select waiting.id,
                 waiting.created_at < ${since} and is_idle(${company_id}, waiting.id, ${since}, ${now}) as is_over
            from pre_registered_after(${company_id}, ${after}, ${batchSize}) waiting
           order by waiting.id`,
    )
    for (const { id, is_over } of page) if (is_over) yield id
    if (page.length < batchSize) return
    after = page.at(-1)!.id
  }
}

/** False: since the page was read, the person registered, a till registered a sale for the document, or another node erased it. */
function eraseOne(
  { company_id, since }: Deadline,
  customer_id: string,
  { database, secret, now }: Retention,
): Promise<boolean> {
  const person = { company_id, customer_id, now }
  return eraseCustomer({ database, secret }, person, {
    isDue: async (connection, { is_registered }) =>
      !is_registered && (await isIdle(connection, person, since)),
    andThen: (connection, forfeited) => {
      const detail = { by: 'retention', idle_since: since, ...forfeited }
      return noteAct(connection, company_id, job, customerErased(job, customer_id, detail), now)
    },
  })
}

async function isIdle(
  connection: Database,
  { company_id, customer_id, now }: { company_id: string; customer_id: string; now: Date },
  since: string,
): Promise<boolean> {
  const found = await row<{ is_idle: boolean }>(
    connection,
    sql`select is_idle(${company_id}, ${customer_id}, ${since}, ${now})`,
  )
  return found!.is_idle
}
