import type pg from 'pg'

import type { CompanyFile } from '#contract/company-file.ts'
import { defaultLevelIcon } from '#contract/level.ts'
import { rows, sql } from '#database/sql.ts'

/** Applies the levels of a company's file. A level with an unchanged name keeps its id. */
export async function applyLevels(
  connection: pg.PoolClient,
  company_id: string,
  { levels }: CompanyFile,
  now: Date,
) {
  await rows(
    connection,
    sql`delete from level
         where company_id = ${company_id} and name <> all (${levels.map((level) => level.name)})`,
  )
  for (const [position, level] of levels.entries()) {
    await rows(
      connection,
      sql`insert into level (
            company_id, name, description, description_url, color, icon, trigger_amount, multiplier, integrator_id, prize, created_at)
          values (${company_id}, ${level.name}, ${level.description}, ${level.description_url}, ${level.color},
            ${level.icon ?? defaultLevelIcon(position)}, ${level.trigger_amount}, ${String(level.multiplier)}, ${level.integrator_id}, ${level.prize}, ${now})
          on conflict (company_id, name) do update
             set description = excluded.description,
                 description_url = excluded.description_url,
                 color = excluded.color,
                 icon = excluded.icon,
                 trigger_amount = excluded.trigger_amount,
                 multiplier = excluded.multiplier,
                 integrator_id = excluded.integrator_id,
                 prize = excluded.prize`,
    )
  }
}
