import { type Database, row, sql } from '#api/database/sql.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A picture of a company by its content's hash. Any text may be asked for: what is no UUID names no company. */
export async function companyImage(
  database: Database,
  company_id: string,
  hash: string,
): Promise<{ media_type: string; content: Buffer } | undefined> {
  if (!uuid.test(company_id)) return undefined
  return row(
    database,
    sql`select media_type, content
          from company_image
         where company_id = ${company_id}
           and hash = ${hash}`,
  )
}

/** Where the portal finds it. */
export function imageUrl(company_id: string, hash: string): string {
  return `/images/${company_id}/${hash}`
}
