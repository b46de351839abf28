/** A company's pictures, by the hash of their content. */

import { isUuid } from '#api/http/uuid.ts'
import { type Database, row, sql } from '#database/sql.ts'

type Variant = {
  /** px; null: the stored size. */
  width: number | null
  /** Formats that the browser accepts, the smallest files first. */
  mediaTypes: string[]
}

/**
 * The smallest stored size that is at least as wide as requested, in the best accepted format; otherwise the original. The id
 * can be any text; text that is not a UUID matches no company.
 */
export async function companyImage(
  database: Database,
  company_id: string,
  hash: string,
  { width, mediaTypes }: Variant = original,
): Promise<{ media_type: string; content: Buffer } | undefined> {
  if (!isUuid(company_id)) return undefined
  return row(
    database,
    sql`select media_type, content
          from (select null::integer as width, media_type, content
                  from company_image
                 where company_id = ${company_id}
                   and hash = ${hash}
                union all
                -- A draft's picture, before its publication.
                select null, media_type, content
                  from programme_picture
                 where company_id = ${company_id}
                   and name = ${hash}
                union all
                select width, media_type, content
                  from company_image_size
                 where company_id = ${company_id}
                   and hash = ${hash}
                   and ${width}::integer is not null
                   and media_type = any (${mediaTypes})) as picture
         order by width is null,
                  width < ${width},
                  abs(width - ${width}),
                  array_position(${mediaTypes}::text[], media_type)
         limit 1`,
  )
}

const original: Variant = { width: null, mediaTypes: [] }

/** The picture's URL for the portal. */
export function imageUrl(company_id: string, hash: string): string {
  return `/images/${company_id}/${hash}`
}

/** The URL of the terms that the company wrote. */
export function termsUrl(company_id: string): string {
  return `/terms/${company_id}`
}
