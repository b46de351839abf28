import { type Database, rows, sql } from '#api/database/sql.ts'
import type { Level } from '#contract/level.ts'

/** A company's levels, lowest first. The chain is their order by trigger_amount (D6). */
export async function levels(database: Database, company_id: string): Promise<Level[]> {
  return rows(
    database,
    // The multiplier leaves as a JSON number; points are multiplied in the database alone, exactly.
    sql`select id, name, description, description_url, color, trigger_amount, multiplier::float8 as multiplier,
               prev, next, integrator_id, prize, created_at
          from level_chain(${company_id})`,
  )
}
