/** The published versions of a company's document (D15). */

import * as z from 'zod/mini'

import { CompanyFile } from '#contract/company-file.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** The person or command that published a version. `staff_id` null: a command. */
export type Publisher = {
  source: 'console' | 'file'
  staff_id: string | null
  approver_id: string | null
}

export const byCommand: Publisher = { source: 'file', staff_id: null, approver_id: null }

export type Version = Publisher & {
  version: number
  document: object
  /** Picture file → its name in URLs. */
  images: Record<string, string>
  /** Key of a prize → the number of codes that the version added to it. */
  codes: Record<string, number>
  published_at: string
  staff_name: string | null
  approver_name: string | null
}

/** Stores what a company that was applied before versions existed has, as its version 1. */
export async function beginVersions(database: Database, company_id: string): Promise<void> {
  await rows(
    database,
    // A concurrent first reader stores the same row.
    sql`insert into programme_version (company_id, version, document, images, source, published_at)
        select company_id, 1, file, images, 'file', applied_at
          from company
         where company_id = ${company_id}
           and not exists (select from programme_version where company_id = ${company_id})
        on conflict do nothing`,
  )
}

/**
 * Locks the company's row until the transaction ends, so that publications follow each other. Returns its newest version. The lock
 * lets the foreign keys of other tables pass.
 */
export async function lockVersions(connection: Database, company_id: string): Promise<number> {
  await rows(
    connection,
    sql`select from company where company_id = ${company_id} for no key update`,
  )
  await beginVersions(connection, company_id)
  return newestVersion(connection, company_id)
}

/** The number of the newest version; 0 before the first. */
export async function newestVersion(database: Database, company_id: string): Promise<number> {
  const newest = await row<{ version: number | null }>(
    database,
    sql`select max(version) as version from programme_version where company_id = ${company_id}`,
  )
  return newest?.version ?? 0
}

/**
 * Stores what has just been applied as the next version. The transaction holds the company's row. A command that changed nothing
 * makes no version. Returns the newest version.
 */
export async function addVersion(
  connection: Database,
  company_id: string,
  { codes, source, staff_id, approver_id }: Publisher & Pick<Version, 'codes'>,
  now: Date,
): Promise<number> {
  const added = await row<{ version: number }>(
    connection,
    sql`insert into programme_version (
          company_id, version, document, images, codes, source, staff_id, approver_id, published_at)
        select company_id, coalesce(newest.version, 0) + 1, file, images, ${codes}, ${source}, ${staff_id}, ${approver_id}, ${now}
          from company
          left join lateral (
                 select version, document, programme_version.images as newest_images
                   from programme_version
                  where company_id = ${company_id}
                  order by version desc
                  limit 1) newest on true
         where company_id = ${company_id}
           and (${source} = 'console'
             or newest.version is null
             or (newest.document, newest.newest_images) is distinct from (company.file, company.images))
        returning version`,
  )
  return added?.version ?? newestVersion(connection, company_id)
}

/** A version; without a number the newest. */
export function versionOf(
  database: Database,
  company_id: string,
  version: number | null = null,
): Promise<Version | undefined> {
  return row<Version>(
    database,
    sql`select version, document, images, codes, source, staff_id, approver_id, published_at,
               staff_name(${company_id}, staff_id) as staff_name,
               staff_name(${company_id}, approver_id) as approver_name
          from published_versions(${company_id})
         where ${version}::integer is null or version = ${version}
         order by version desc
         limit 1`,
  )
}

/** The versions before `before`, the newest first. */
export function versionsBefore(
  database: Database,
  company_id: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Version[]> {
  return rows<Version>(
    database,
    sql`select version, document, images, codes, source, staff_id, approver_id, published_at,
               staff_name(${company_id}, staff_id) as staff_name,
               staff_name(${company_id}, approver_id) as approver_name
          from published_versions(${company_id})
         where ${before}::integer is null or version < ${before}
         order by version desc
         limit ${limit}`,
  )
}

/**
 * The rules and levels of a version, which decide the points of purchases. Fields that are newer than the version have
 * their defaults.
 */
export type RuleVersion = { published_at: string; document: z.infer<typeof Rules> }

const { calculation_rules, levels, points_per_real } = CompanyFile.shape
const Rules = z.object({ calculation_rules, levels, points_per_real })

/** The versions that changed the rules or levels, the oldest first. Most versions change prizes or texts, and a document is large. */
export async function ruleVersions(database: Database, company_id: string): Promise<RuleVersion[]> {
  const versions = await rows<{ published_at: string; document: object }>(
    database,
    sql`select published_at, document
          from (select version, published_at, document, lag(document) over (order by version) as before
                  from (select version, published_at,
                               (select jsonb_object_agg(key, value)
                                  from jsonb_each(document)
                                 where key = any (${Object.keys(Rules.shape)}::text[])) as document
                          from published_versions(${company_id})) ruled) compared
         where document is distinct from before
         order by version`,
  )
  return versions.map(({ published_at, document }) => {
    const read = Rules.safeParse(document)
    // Like withDefaults, for a document that is older than a check.
    return { published_at, document: read.success ? read.data : (document as CompanyFile) }
  })
}

/** The number of the newest version; 0: the company was never applied. */
export async function newestVersionOf(database: Database, slug: string): Promise<number> {
  const newest = await row<{ version: number | null }>(
    database,
    sql`select max(published.version) as version
          from company
         cross join published_versions(company.company_id) published
         where slug = ${slug}`,
  )
  return newest?.version ?? 0
}

/**
 * The number of the newest version that the console published after the newest applied folder; 0: none. An applied folder had seen the
 * versions before it, or had replaced them with `--replace`.
 */
export async function newestOfConsole(database: Database, slug: string): Promise<number> {
  const newest = await row<{ version: number | null }>(
    database,
    sql`select max(version) filter (where source = 'console') as version
          from company
          join programme_version using (company_id)
         where slug = ${slug}
        having max(version) filter (where source = 'console')
               > coalesce(max(version) filter (where source = 'file'), 0)`,
  )
  return newest?.version ?? 0
}

/** A document with the defaults of fields that are newer than it. An invalid one, as a draft, stays as it is. */
export function withDefaults(document: object): object {
  const read = CompanyFile.safeParse(document)
  return read.success ? read.data : document
}
