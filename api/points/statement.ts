import { localDate } from '#contract/date.ts'
import type { Statement } from '#contract/points.ts'
import { type Database, row, sql } from '#database/sql.ts'

import type { ReplayHold, ReplayRecord } from './replay-state.ts'
import { replay } from './replay.ts'

/**
 * The balance at the end of a local day. It is a replay of the records up to then, because lots keep only their present:
 * of a past day, what had happened by then; of a day to come, what expires and matures until then.
 */
export async function statement(
  database: Database,
  company_id: string,
  customer_id: string,
  at: string,
  now: Date,
): Promise<Statement> {
  const { time_zone, records, holds } = (await row<ReplayInput>(
    database,
    sql`select company.time_zone, history.records, history.holds
          from company
         cross join lateral (
               -- A day to come is seen from its last instant: holds that end until then have ended.
               select greatest(${now}, case when ${at}::date > (${now}::timestamptz at time zone company.time_zone)::date
                                            then (${at}::date + 1)::timestamp at time zone company.time_zone
                                                 - interval '1 microsecond'
                                       end) as instant) seen
         cross join replay_input(company.company_id, ${customer_id}, seen.instant) history
         where company.company_id = ${company_id}`,
  ))!
  const day = at < localDate(now, time_zone) ? at : '9999-12-31'
  const { amount, value, ...others } = replay(
    records.filter(({ today }) => today <= day),
    holds
      .filter(({ opened_on }) => opened_on <= day)
      .map((hold) =>
        hold.ended_on === null || hold.ended_on <= day ? hold : { ...hold, ended_after: null },
      ),
    at,
  )
  return { at, amount_balance: amount, value_balance: value, ...others }
}

export type ReplayInput = { time_zone: string; records: ReplayRecord[]; holds: ReplayHold[] }
