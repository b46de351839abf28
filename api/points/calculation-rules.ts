import type { CalculationRule } from '#contract/points.ts'
import { type Database, rows, sql } from '#database/sql.ts'

/** What a till may name in `calculation_rule_id`, in the order of the company's file; also a rule that is not valid today. */
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
