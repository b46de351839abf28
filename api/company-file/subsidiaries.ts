import type pg from 'pg'

import type { CompanyFile } from '#contract/company-file.ts'
import { subsidiaryKey } from '#contract/subsidiary.ts'
import { row, rows, sql } from '#database/sql.ts'

/**
 * Applies the company's list of shops. A change creates a new version and keeps the rows of earlier ones, because warnings
 * and reports refer to the list of their time. The caller has locked the company's row, so that versions do not overlap.
 */
export async function applySubsidiaries(
  connection: pg.PoolClient,
  company_id: string,
  { subsidiaries, subsidiaries_strict }: CompanyFile,
): Promise<void> {
  const names = subsidiaries.map(({ name }) => name)
  const keys = names.map(subsidiaryKey)
  // Two statements, because Citus calls no function in a CASE of an update (docs/decisions/035-citus.md).
  const { is_changed } = (await row<{ is_changed: boolean }>(
    connection,
    sql`select coalesce(array_agg(row(name_key, name) order by name_key collate "C"), '{}')
               <> (select coalesce(array_agg(row(name_key, name) order by name_key collate "C"), '{}')
                     from unnest(${keys}::text[], ${names}::text[]) as wanted (name_key, name)) as is_changed
          from subsidiary
         where company_id = ${company_id}
           and until_version is null`,
  ))!
  const { version } = (await row<{ version: number }>(
    connection,
    sql`update company
           set subsidiaries_strict = ${subsidiaries_strict},
               has_subsidiaries = ${names.length > 0},
               subsidiaries_version = subsidiaries_version + ${is_changed ? 1 : 0}
         where company_id = ${company_id}
        returning subsidiaries_version as version`,
  ))!
  await rows(
    connection,
    sql`update subsidiary
           set until_version = ${version}
         where company_id = ${company_id}
           and until_version is null
           and not exists (
                 select
                   from unnest(${keys}::text[], ${names}::text[]) as wanted (name_key, name)
                  where wanted.name_key = subsidiary.name_key
                    and wanted.name = subsidiary.name)`,
  )
  await rows(
    connection,
    sql`insert into subsidiary (company_id, name_key, since_version, name)
        select ${company_id}, wanted.name_key, ${version}, wanted.name
          from unnest(${keys}::text[], ${names}::text[]) as wanted (name_key, name)
         where not exists (
                 select
                   from subsidiary
                  where subsidiary.company_id = ${company_id}
                    and subsidiary.name_key = wanted.name_key
                    and subsidiary.until_version is null)`,
  )
}
