/** The job that finds what somebody should look at, from what the limits and the ledger have stored (docs/decisions/055-review.md). */

import { waitingNetworks } from '#api/attempt/attempt.ts'
import { wrongCodesByCustomer } from '#api/intention/wrong-codes.ts'
import { runEach } from '#api/job/run-each.ts'
import { keysNearCap, keysWithMisses } from '#api/partner/reached-limits.ts'
import { reviewFrom, type ReviewKind } from '#contract/console/review.ts'
import { type Database, rows, sql } from '#database/sql.ts'

type Company = {
  company_id: string
  time_zone: string
  /** The company's present, which is ahead in a sandbox. */
  now: string
  /** Yesterday, and its first instant: a day may have ended since the last run. */
  from_day: string
  from_at: string
  today: string
}

type Found = {
  subject: string
  day: string
  events: number
  first_at: string
  last_at: string
  partner_key_id?: string
  shop?: string | null
}

/** The most items of a kind that one run writes for a company and a day. */
const maxFound = 200
/** The most staff members whose adjustments are counted. */
const maxStaff = 1_000

/** Looks at today and yesterday of every company. A repeat writes the same items. Its errors are those of runEach. */
export async function findForReview(
  database: Database,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const companies = await rows<Company>(
    database,
    sql`select company_id, time_zone, now, today, today - 1 as from_day,
               (today - 1)::timestamp at time zone time_zone as from_at
          from company_clocks(${now})
         cross join lateral (select (now at time zone time_zone)::date as today) local
         order by company_id`,
  )
  await runEach(companies, (company) => findInCompany(database, company), {
    failed: (count) => `${count} companies were not looked at for the review`,
    signal,
  })
}

async function findInCompany(database: Database, company: Company): Promise<void> {
  const { company_id, from_day, today } = company
  const note = async (kind: ReviewKind, found: Promise<Found[]>) => {
    for (const one of await found) await writeItem(database, company_id, kind, one)
  }
  const wrong = { least: reviewFrom.wrong_codes, limit: maxFound }
  await note('wrong_codes', wrongCodesByCustomer(database, company, wrong))
  await note('newcomer_network', waitingNetworks(database, 'newcomer', company, maxFound))
  await note('key_points', keysNearCap(database, company, reviewFrom.key_points_percent))
  await note('key_misses', keysWithMisses(database, company))
  for (const day of [from_day, today]) {
    await note('many_sales', manySales(database, company_id, day))
    await note('many_adjustments', manyAdjustments(database, company_id, day))
  }
}

function manySales(database: Database, company_id: string, day: string): Promise<Found[]> {
  return rows<Found>(
    database,
    sql`select customer_id as subject, ${day}::date as day, sales as events, shop, first_at, last_at
          from busy_customers(${company_id}, ${day}, ${reviewFrom.sales}, ${maxFound})`,
  )
}

function manyAdjustments(database: Database, company_id: string, day: string): Promise<Found[]> {
  return rows<Found>(
    database,
    sql`select staff_id as subject, ${day}::date as day, adjustments as events, first_at, last_at
          from busy_adjusters(${company_id}, ${day}, ${reviewFrom.adjustments}, ${maxStaff})`,
  )
}

/** Writes a new item, or the higher count of an open one. A closed item stays as it is. */
async function writeItem(
  database: Database,
  company_id: string,
  kind: ReviewKind,
  { subject, day, events, first_at, last_at, partner_key_id, shop }: Found,
): Promise<void> {
  await rows(
    database,
    sql`insert into review_item as item (company_id, kind, subject, day, events, partner_key_id, shop, first_at, last_at)
        values (${company_id}, ${kind}, ${subject}, ${day}, ${events}, ${partner_key_id ?? null}, ${shop ?? null}, ${first_at},
                ${last_at})
        on conflict (company_id, kind, subject, day) do update
           set events = excluded.events, partner_key_id = excluded.partner_key_id, shop = excluded.shop,
               last_at = greatest(item.last_at, excluded.last_at)
         where item.closed_at is null and excluded.events > item.events`,
  )
}
