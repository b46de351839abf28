import type { ChainLevel } from '#contract/level.ts'
import type { CustomerData } from '#contract/privacy.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** A company's levels, lowest first. The chain is their order by trigger_amount (D6). */
export async function levels(database: Database, company_id: string): Promise<ChainLevel[]> {
  return rows(
    database,
    // The multiplier is sent as a JSON number for display. Only the database multiplies points, exactly.
    sql`select chain.id, chain.name, chain.description, description_url, color, icon, trigger_amount,
               multiplier::float8 as multiplier, prev, next, chain.integrator_id, chain.prize, chain.created_at,
               case when prize.id is not null
                    then jsonb_build_object('id', prize.id, 'name', prize.name, 'photo_url', prize.photo_url)
               end as related_prize
          from level_chain(${company_id}) chain
          left join stored_prize(${company_id}, chain.prize) prize on true
         order by chain.trigger_amount`,
  )
}

/** How the customer came to the level, newest change first, for the person's export. */
export async function levelChanges(
  database: Database,
  { company_id, customer_id }: { company_id: string; customer_id: string },
): Promise<CustomerData['level_changes']> {
  return rows(
    database,
    sql`select from_name, to_name, reason, created_at
          from level_change
         where company_id = ${company_id} and customer_id = ${customer_id}
         order by id desc`,
  )
}

/** Name of a level → customers who have it. Reads all customers of the company: for an operator, not for a request. */
export async function customersByLevel(
  database: Database,
  company_id: string,
  names: string[],
): Promise<Map<string, number>> {
  const found = await rows<{ level_name: string; count: number }>(
    database,
    sql`select level_name, count(*)::integer as count
          from customer_level
         where company_id = ${company_id}
           and level_name = any (${names})
         group by level_name`,
  )
  return new Map(found.map(({ level_name, count }) => [level_name, count]))
}
