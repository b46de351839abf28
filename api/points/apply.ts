import type pg from 'pg'

import type { CompanyFile } from '#contract/company-file.ts'
import { rows, sql } from '#database/sql.ts'

/**
 * Applies the calculation rules of a company's file. A rule with an unchanged key keeps its id; if the key changed, a rule with an
 * unchanged name keeps it. A rule that was removed from the file stays as a row without a position, because records refer to it.
 */
export async function applyCalculationRules(
  connection: pg.PoolClient,
  company_id: string,
  { calculation_rules }: CompanyFile,
) {
  const keys = calculation_rules.map((rule) => rule.key)
  for (const { key, name } of calculation_rules) {
    await rows(
      connection,
      sql`update calculation_rule
             set key = ${key}
           where company_id = ${company_id}
             and name = ${name}
             and position is not null
             and key <> all (${keys})
             and not exists (
                   select from calculation_rule known where known.company_id = ${company_id} and known.key = ${key})`,
    )
  }
  await rows(
    connection,
    sql`update calculation_rule
           set position = null
         where company_id = ${company_id} and key <> all (${keys})`,
  )
  for (const [position, rule] of calculation_rules.entries()) {
    const { days, months, end_of } = { days: null, months: null, end_of: null, ...rule.expires_in }
    await rows(
      connection,
      sql`insert into calculation_rule (
            company_id, key, name, position, type, rate, minimum_purchase_value, cap, expires_in_days, expires_in_months,
            expires_at_end_of, waiting_days, valid_from, valid_to, is_multiplied_by_level, earns_on_points)
          values (${company_id}, ${rule.key}, ${rule.name}, ${position}, ${rule.type}, ${String(rule.rate)},
            ${rule.minimum_purchase_value}, ${rule.cap}, ${days}, ${months}, ${end_of}, ${rule.waiting_days},
            ${rule.valid_from}, ${rule.valid_to}, ${rule.multiplied_by_level}, ${rule.earns_on_points})
          on conflict (company_id, key) do update
             set name = excluded.name,
                 position = excluded.position,
                 type = excluded.type,
                 rate = excluded.rate,
                 minimum_purchase_value = excluded.minimum_purchase_value,
                 expires_in_days = excluded.expires_in_days,
                 cap = excluded.cap,
                 expires_in_months = excluded.expires_in_months,
                 expires_at_end_of = excluded.expires_at_end_of,
                 waiting_days = excluded.waiting_days,
                 valid_from = excluded.valid_from,
                 valid_to = excluded.valid_to,
                 is_multiplied_by_level = excluded.is_multiplied_by_level,
                 earns_on_points = excluded.earns_on_points`,
    )
  }
}
