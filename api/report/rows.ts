/** Reads the daily sums of a company (D18). */

import { type Database, row, rows, sql } from '#database/sql.ts'

/** What a row of report_day counts. */
export const ledgerKinds = [
  'earn',
  'promote',
  'credit',
  'credit_back',
  'return',
  'recover',
  'spend',
  'spend_back',
  'redeem',
  'redeem_back',
  'debit',
  'debit_back',
] as const
const stateKinds = [
  'expire',
  'join',
  'leave',
  'voucher_issued',
  'voucher_withdrawn',
  'voucher_cancelled',
  'voucher_expired',
] as const
export type FlowKind = (typeof ledgerKinds)[number] | (typeof stateKinds)[number]
const flowKinds: readonly string[] = [...ledgerKinds, ...stateKinds]

export type Amounts = { count: number; purchase_value: number; amount: number; value: number }
/** `bucket`: the first day of a part, cut at the period's start; null: the period before. */
export type PartRow = Amounts & { kind: FlowKind; bucket: string | null }
export type Range = { start: string; from: string; to: string; shop: string | null }

/** The sums of each part of the period and of the whole period before it, which begins on `start`. */
export function partRows(
  database: Database,
  company_id: string,
  { start, from, to, shop }: Range,
  unit: string,
): Promise<PartRow[]> {
  return rows(
    database,
    sql`select daily.kind,
               case when daily.day >= ${from}::date
                    then greatest(date_trunc(${unit}, daily.day::timestamp)::date, ${from}::date) end as bucket,
               sum(daily.count)::bigint as count,
               sum(daily.purchase_value)::bigint as purchase_value,
               sum(daily.amount)::bigint as amount,
               sum(daily.value)::bigint as value
          from (select day, kind, sum(count) as count, sum(purchase_value) as purchase_value,
                       sum(amount) as amount, sum(value) as value
                  from report_day
                 where company_id = ${company_id}
                   and kind = any (${flowKinds})
                   and day between ${start}::date and ${to}::date
                   and (${shop}::text is null or shop = ${shop}::text)
                 group by day, kind) daily
         group by 1, 2`,
  )
}

export type StepRow = { kind: string; day: string; change: number }

/** The changes of members and of active customers on each day up to `to`, oldest first. Their sum is the number on a day. */
export function stepRows(
  database: Database,
  company_id: string,
  { to, shop }: { to: string; shop: string | null },
): Promise<StepRow[]> {
  const kinds =
    shop === null
      ? ['active_30', 'active_90', 'join', 'leave']
      : ['active_30_shop', 'active_90_shop']
  return rows(
    database,
    sql`select kind, day, sum(count)::bigint as change
          from report_day
         where company_id = ${company_id}
           and kind = any (${kinds})
           and day <= ${to}::date
           and (${shop}::text is null or shop = ${shop}::text)
         group by kind, day
         order by day`,
  )
}

export type GroupRow = Amounts & { kind: FlowKind; name: string; is_before: boolean }

/** The sums of each shop, for the period and for the one before it. */
export function shopRows(
  database: Database,
  company_id: string,
  { start, from, to, shop }: Range,
): Promise<GroupRow[]> {
  const kinds = ['earn', 'return', 'recover', 'spend', 'spend_back', 'expire', 'voucher_withdrawn']
  return rows(
    database,
    sql`select kind, shop as name, day < ${from}::date as is_before,
               sum(count)::bigint as count,
               sum(purchase_value)::bigint as purchase_value,
               sum(amount)::bigint as amount,
               sum(value)::bigint as value
          from report_day
         where company_id = ${company_id}
           and kind = any (${kinds})
           and day between ${start}::date and ${to}::date
           and (${shop}::text is null or shop = ${shop}::text)
         group by 1, 2, 3`,
  )
}

/** Each shop's customers who bought in the 30 days up to the end of the period, and of the period before. */
export function shopActive(
  database: Database,
  company_id: string,
  { from, to, shop }: Range,
): Promise<{ name: string; current: number; previous: number }[]> {
  return rows(
    database,
    sql`select shop as name, sum(count)::bigint as current,
               coalesce(sum(count) filter (where day < ${from}::date), 0)::bigint as previous
          from report_day
         where company_id = ${company_id}
           and kind = 'active_30_shop'
           and day <= ${to}::date
           and (${shop}::text is null or shop = ${shop}::text)
         group by shop`,
  )
}

/** The sums of each rule, promotion, prize and origin, for the period and for the one before it. */
export function itemRows(
  database: Database,
  company_id: string,
  { start, from, to, shop }: Range,
): Promise<GroupRow[]> {
  const kinds = ['earn', 'return', 'recover', 'promote', 'redeem', 'redeem_back']
  const adjusting = ['credit', 'credit_back', 'debit', 'debit_back']
  return rows(
    database,
    sql`select kind, item as name, day < ${from}::date as is_before,
               sum(count)::bigint as count,
               sum(purchase_value)::bigint as purchase_value,
               sum(amount)::bigint as amount,
               sum(value)::bigint as value
          from report_day
         where company_id = ${company_id}
           and kind = any (${[...kinds, ...adjusting]})
           and day between ${start}::date and ${to}::date
           and (${shop}::text is null or shop = ${shop}::text)
         group by 1, 2, 3`,
  )
}

/** The names of rules, promotions and prizes by their ids. */
export async function itemNames(
  database: Database,
  company_id: string,
): Promise<Map<string, string>> {
  const [rules, promotions, prizes] = await Promise.all([
    rows<Named>(database, sql`select id, name from rule_names(${company_id})`),
    rows<Named>(database, sql`select id, name from promotion_names(${company_id})`),
    rows<Named>(database, sql`select id, name from prize_names(${company_id})`),
  ])
  return new Map([...rules, ...promotions, ...prizes].map(({ id, name }) => [id, name]))
}

type Named = { id: string; name: string }

/** The names of all shops that the company's list has or had; empty: it never had a list, so no name is unknown. */
export async function knownShops(database: Database, company_id: string): Promise<Set<string>> {
  const shops = await rows<{ name: string }>(
    database,
    sql`select name from known_shops(${company_id}) name`,
  )
  return new Set(shops.map(({ name }) => name))
}

/** The instant up to which the company's records are folded; null: none is. */
export async function foldedAt(database: Database, company_id: string): Promise<string | null> {
  const progress = await row<{ folded_at: string | null }>(
    database,
    sql`select folded_at from report_progress where company_id = ${company_id}`,
  )
  return progress?.folded_at ?? null
}
