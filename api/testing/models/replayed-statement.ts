/** The statement of a day as the replay derives it (D4). engine/read/statement.sql is compared with it. */

import type { Statement } from '#contract/points.ts'
import { localDate } from '#contract/value/date.ts'
import { type Database, row, sql } from '#database/sql.ts'
import { type ReplayInput, replay } from '#engine/audit/replay.ts'

export async function replayedStatement(
  database: Database,
  company_id: string,
  customer_id: string,
  at: string,
  now: Date,
): Promise<Statement> {
  const { time_zone, records, holds } = (await row<ReplayInput & { time_zone: string }>(
    database,
    sql`select company.time_zone, history.records, history.holds
          from company
         cross join lateral (
               -- A future day is seen from its last instant, so holds that end by then have ended.
               select greatest(${now}, case when ${at}::date > (${now}::timestamptz at time zone company.time_zone)::date
                                            then (${at}::date + 1)::timestamp at time zone company.time_zone
                                                 - interval '1 microsecond'
                                       end) as instant) seen
         cross join replay_input(company.company_id, ${customer_id}, seen.instant) history
         where company.company_id = ${company_id}`,
  ))!
  const day = at < localDate(now, time_zone) ? at : '9999-12-31'
  const replayed = replay(
    records.filter(({ today }) => today <= day),
    holds
      .filter(({ opened_on }) => opened_on <= day)
      .map((hold) =>
        hold.ended_on === null || hold.ended_on <= day ? hold : { ...hold, ended_after: null },
      ),
    at,
  )
  return {
    at,
    amount_balance: replayed.amount,
    value_balance: replayed.value,
    pending_amount: replayed.pending_amount,
    pending_value: replayed.pending_value,
    held_amount: replayed.held_amount,
    held_value: replayed.held_value,
    deficit_amount: replayed.deficit_amount,
    deficit_value: replayed.deficit_value,
  }
}
