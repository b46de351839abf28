/** Data whose time is over (D16): documents that a till named and nobody came for. */

import type { SealedDatabase } from '#api/context/context.ts'
import { defaultPreRegisteredMonths } from '#contract/privacy.ts'
import { rows, sql } from '#database/sql.ts'

import { eraseCustomer } from './erase.ts'

const lowestId = '00000000-0000-0000-0000-000000000000'

type Retention = SealedDatabase & {
  now: Date
  signal?: AbortSignal
  /** Records read by one statement; bounds its time. */
  batchSize?: number
}

/**
 * Erases pre-registered documents without points after the company's number of months since their last movement. Ends between
 * two records when `signal` aborts; the next run goes on. Returns how many.
 */
export async function erasePreRegistered(retention: Retention): Promise<number> {
  const companies = await rows<{ company_id: string; months: number }>(
    retention.database,
    // A file that was applied before this setting existed lacks it: the default counts.
    sql`select company.company_id, setting.months
          from companies() company
         cross join lateral file_of(company.company_id) file
         cross join lateral (
               select case when file ? 'retention' then (file #>> '{retention,pre_registered_months}')::integer
                           else ${defaultPreRegisteredMonths} end as months) setting
         where setting.months is not null`,
  )
  let erased = 0
  for (const company of companies) erased += await eraseOf(company, retention)
  return erased
}

async function eraseOf(
  { company_id, months }: { company_id: string; months: number },
  { database, secret, now, signal, batchSize = 1_000 }: Retention,
): Promise<number> {
  let erased = 0
  for (let after = lowestId; ;) {
    const page = await rows<{ id: string; is_over: boolean }>(
      database,
      sql`select waiting.id,
                 current.amount + current.pending_amount + current.held_amount = 0
                 and greatest(waiting.created_at, saved.moved_at) < ${now}::timestamptz - make_interval(months => ${months})
                   as is_over
            from pre_registered_after(${company_id}, ${after}, ${batchSize}) waiting
           cross join current_balance(${company_id}, waiting.id, ${now}) current
           cross join saved_balance(${company_id}, waiting.id) saved
           order by waiting.id`,
    )
    for (const { id } of page.filter(({ is_over }) => is_over)) {
      if (signal?.aborted) return erased
      const person = { company_id, customer_id: id, now }
      const isGone = await eraseCustomer({ database, secret }, person, async () => undefined)
      if (isGone) erased += 1
    }
    if (page.length < batchSize) return erased
    after = page.at(-1)!.id
  }
}
