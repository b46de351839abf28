/** The prizes as one customer sees them (R9.1). Each function is one statement. */

import type { Prize, PrizeCategory, PrizeCount, PrizeFilters, PrizePage } from '#contract/prize.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

type Viewer = { company_id: string; customer_id: string; now: Date }

/** A page of prizes and the total, also for a page past the last one. */
export async function prizes(
  database: Database,
  { company_id, customer_id, now }: Viewer,
  { tab, category, min_value, max_value, order, page, per_page }: PrizePage,
): Promise<{ prizes: Prize[]; total: number }> {
  const found = await rows<{ total: number } & (Prize | { id: null })>(
    database,
    sql`with matching as (
          select *
            from matching_prizes(${company_id}, ${customer_id}, ${tab}, ${category ?? null},
                   ${min_value ?? null}, ${max_value ?? null})),
        page as (
          select id, row_number() over () as place
            from (select id
                    from matching
                   order by case ${order}::text when 'price' then value when '-price' then -value end,
                            case ${order}::text when 'name' then lower(name) end,
                            case ${order}::text when 'newest' then id end desc nulls last,
                            place,
                            id
                   limit ${per_page}
                  offset ${(page - 1) * per_page}) ordered)
        select total.count as total, shown.*
          from (select count(*) from matching) total
          left join page on true
         cross join redeemer_of(${company_id}, ${customer_id}, ${now}) redeemer
          left join lateral shown_prize(${company_id}, page.id, redeemer, ${customer_id}) shown on true
         order by page.place`,
  )
  return {
    prizes: found.filter((prize) => prize.id !== null),
    total: found[0]!.total,
  }
}

/** The counts of all tabs, from one pass over the prizes. */
export async function prizeCount(
  database: Database,
  { company_id, customer_id }: Viewer,
  { tab, category, min_value, max_value }: PrizeFilters,
): Promise<PrizeCount> {
  const count = await row<{ tabs: PrizeCount['tabs'] }>(
    database,
    sql`select jsonb_build_object(
                 'all', count(*),
                 'free', count(*) filter (where prize.value = 0),
                 'favorite', count(favorite)) as tabs
          from matching_prizes(${company_id}, ${customer_id}, 'all', ${category ?? null},
                 ${min_value ?? null}, ${max_value ?? null}) prize
          left join prize_favorite favorite
                 on favorite.company_id = ${company_id}
                and favorite.customer_id = ${customer_id}
                and favorite.prize_id = prize.id`,
  )
  const { tabs } = count!
  return { count: tabs[tab], tabs }
}

/** A prize; undefined when it is unknown, another company's, or hidden. */
export async function prize(
  database: Database,
  { company_id, customer_id, now }: Viewer,
  id: string,
): Promise<Prize | undefined> {
  return row(
    database,
    sql`select shown.*
          from prize
         cross join redeemer_of(${company_id}, ${customer_id}, ${now}) redeemer
         cross join shown_prize(${company_id}, prize.id, redeemer, ${customer_id}) shown
         where prize.company_id = ${company_id}
           and prize.id = ${id}
           and prize.show_in_store`,
  )
}

export async function prizeCategories(
  database: Database,
  company_id: string,
): Promise<PrizeCategory[]> {
  return rows(
    database,
    sql`select category as name, count(*) as prizes
          from prize
         where company_id = ${company_id}
           and show_in_store
           and category is not null
         group by category
         order by lower(category), category`,
  )
}
