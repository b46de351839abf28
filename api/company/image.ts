import { type Database, row, sql } from '#api/database/sql.ts'

/** A picture of a company by its content's hash. Any text may be asked for: what is no UUID names no company. */
export async function companyImage(
  database: Database,
  company_id: string,
  hash: string,
): Promise<{ media_type: string; content: Buffer } | undefined> {
  return row(
    database,
    sql`select media_type, content
          from company_image
         where company_id::text = ${company_id}
           and hash = ${hash}`,
  )
}
