import { type Database, rows, sql } from '#api/database/sql.ts'
import type { Level } from '#contract/level.ts'

/** A company's levels, lowest first. The chain is their order by trigger_amount (D6). */
export async function levels(database: Database, company_id: string): Promise<Level[]> {
  return rows(
    database,
    sql`select id, name, description, description_url, color, trigger_amount,
               lag(id) over chain as prev,
               lead(id) over chain as next,
               integrator_id, created_at
          from level
         where company_id = ${company_id}
        window chain as (order by trigger_amount)
         order by trigger_amount`,
  )
}
