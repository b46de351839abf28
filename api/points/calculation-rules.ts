import type { CalculationRule } from '#contract/points.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** The rules that a till may name in `calculation_rule_id`, in the file's order, including rules that are not valid today. */
export async function calculationRules(
  database: Database,
  company_id: string,
): Promise<CalculationRule[]> {
  return rows(
    database,
    sql`select id, key, name, valid_from, valid_to
          from calculation_rule
         where company_id = ${company_id}
           and position is not null
         order by position`,
  )
}
