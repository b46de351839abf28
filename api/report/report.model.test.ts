/**
 * Daily sums after random histories of a whole programme (D18). Each sum is computed a second time from the ledger, by statements
 * that share no function with the fold.
 */

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { passTo, setStage, type Stage } from '#api/testing/models/engine-stage.ts'
import { done, type Step, stepsFor } from '#api/testing/models/engine-steps.ts'
import type { Programme } from '#api/testing/models/level-model.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { reversalPolicies, type ReversalPolicy } from '#contract/points.ts'
import { row, rows, sql } from '#database/sql.ts'

import { foldReports, rebuildReports } from './fold.ts'
import { ledgerKinds } from './rows.ts'

const world = await createWorld()
const { database } = world
const programme: Programme = {
  levels_system: 'LOOKBACK',
  update_lookback: 7,
  time_zone: 'America/Sao_Paulo',
}
/** No record has a larger id, and nothing runs beside the fold. */
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const people = 3
const histories = 8
const day_ms = 86_400_000
const kinds: readonly string[] = ledgerKinds

const fold = (company_id: string, pageSize = 5_000) =>
  foldReports(database, world.now(), undefined, {
    only: company_id,
    before: lastId,
    pageSize,
    customers: 1,
  })

test(
  'after any history the daily sums equal the ledger, and a rebuild gives the same rows [D18]',
  { timeout: 300_000 },
  async () => {
    const seed = Math.floor(Math.random() * 1_000_000)
    console.log(`reports: seed ${seed}`)
    await fc.assert(
      fc.asyncProperty(
        fc.array(stepsFor(people), { minLength: 10, maxLength: 40, size: 'max' }),
        fc.constantFrom(...reversalPolicies),
        fc.array(fc.nat(39), { maxLength: 6 }),
        agrees,
      ),
      { seed, numRuns: histories, endOnFailure: true },
    )
  },
)

/** Plays the steps, folds after some of them and at the end, and compares. */
async function agrees(steps: Step[], reversal: ReversalPolicy, folds: number[]): Promise<void> {
  const stage = await setStage(world, programme, reversal, people)
  const company_id = stage.shop.id
  for (const [place, step] of steps.entries()) {
    await passTo(stage, new Date(world.now().getTime() + 7 * 60_000))
    await done(stage, step)
    if (folds.includes(place)) await fold(company_id, 3)
  }
  // The states of a day are counted after its end.
  await passTo(stage, new Date(world.now().getTime() + day_ms))
  await fold(company_id)
  expect(await foldedByDay(company_id)).toEqual(await recordsByDay(company_id))
  expect(await total(company_id)).toEqual(await held(stage))
  await compareActive(company_id)
  const stored = await storedRows(company_id)
  await rebuildReports(database, company_id, world.now())
  await fold(company_id, 7)
  expect(await storedRows(company_id)).toEqual(stored)
  expect(await leftOfCurve(company_id)).toEqual(await owedByMonth(company_id))
}

/** The sums of records by day, shop and sign, as the fold has them. */
function foldedByDay(company_id: string) {
  return rows(
    database,
    sql`select day, shop, kind in ('earn', 'promote', 'credit', 'spend_back', 'redeem_back', 'debit_back') as gives,
               sum(count)::bigint as count, sum(amount)::bigint as amount, sum(value)::bigint as value,
               sum(purchase_value) filter (where kind = 'earn')::bigint as bought
          from report_day
         where company_id = ${company_id}
           and kind = any (${kinds})
         group by 1, 2, 3
         order by 1, 2, 3`,
  )
}

function recordsByDay(company_id: string) {
  return rows(
    database,
    sql`select (created_at at time zone 'America/Sao_Paulo')::date as day, coalesce(subsidiary_name, '') as shop,
               type_id in ('GNR', 'CNS_REVERSAL') as gives, count(*) as count,
               sum(amount)::bigint as amount, sum(value)::bigint as value,
               sum(purchase_value) filter (where type_id = 'GNR')::bigint as bought
          from points_record
         where company_id = ${company_id}
         group by 1, 2, 3
         order by 1, 2, 3`,
  )
}

/** What the sums leave of all points: records less expiries. */
function total(company_id: string) {
  return row(
    database,
    sql`select coalesce(sum(amount), 0)::bigint as amount, coalesce(sum(value), 0)::bigint as value
          from report_day
         where company_id = ${company_id}
           and (kind = any (${kinds}) or kind = 'expire')`,
  )
}

/** What the customers have at the end of the last counted day: good, pending and held points less the deficit. */
function held({ shop: { id } }: Stage) {
  const now = world.now()
  return row(
    database,
    sql`select sum(b.amount + b.pending_amount + b.held_amount - b.deficit_amount)::bigint as amount,
               sum(b.value + b.pending_value + b.held_value - b.deficit_value
                   + b.difference_value + ended.difference_value)::bigint as value
          from balance
         cross join lateral balance_at(saved_balance(${id}, balance.customer_id), ${now}) b
         cross join lateral (
               select coalesce(sum(part.difference_value), 0) as difference_value
                 from ended_hold_parts(${id}, balance.customer_id, ${now}) part) ended
         where balance.company_id = ${id}`,
  )
}

/** Counts the customers with a purchase in the 30 and 90 days up to each day anew. */
async function compareActive(company_id: string): Promise<void> {
  const counted = await rows(
    database,
    sql`select period.days, day::date as day,
               (select count(distinct customer_id)
                  from points_record
                 where company_id = ${company_id}
                   and type_id = 'GNR'
                   and purchase_value is not null
                   and (created_at at time zone 'America/Sao_Paulo')::date between day::date - period.days + 1 and day::date
               ) as active
          from generate_series('2027-01-01'::date, '2027-08-01'::date, '1 day') day
         cross join (values (30), (90)) period (days)
         order by 1, 2`,
  )
  const folded = await rows(
    database,
    sql`select period.days, day::date as day,
               coalesce((
                 select sum(count)
                   from report_day
                  where company_id = ${company_id}
                    and kind = 'active_' || period.days
                    and report_day.day <= day.day::date), 0)::bigint as active
          from generate_series('2027-01-01'::date, '2027-08-01'::date, '1 day') day (day)
         cross join (values (30), (90)) period (days)
         order by 1, 2`,
  )
  expect(folded).toEqual(counted)
}

/** What the curve leaves of each month of earning: neither used nor expired. */
function leftOfCurve(company_id: string) {
  return rows(
    database,
    sql`select earned_month,
               (sum(amount) filter (where age = -1) - coalesce(sum(amount) filter (where age >= 0), 0)
                - sum(expired_amount))::bigint as amount
          from report_curve
         where company_id = ${company_id}
         group by earned_month
        having sum(amount) filter (where age = -1) - coalesce(sum(amount) filter (where age >= 0), 0)
               - sum(expired_amount) <> 0
         order by earned_month`,
  )
}

function owedByMonth(company_id: string) {
  return rows(
    database,
    sql`select earned_month, sum(amount)::bigint as amount
          from report_liability
         where company_id = ${company_id}
         group by earned_month
         order by earned_month`,
  )
}

function storedRows(company_id: string) {
  return rows(
    database,
    sql`select day, shop, kind, item, count, purchase_value, amount, value
          from report_day
         where company_id = ${company_id}
           and (count <> 0 or amount <> 0 or value <> 0)
         order by kind, day, shop, item`,
  )
}
