/** Pictures of a draft (D15). */

import type { StaffCall } from '#api/audit/note.ts'
import {
  draftPictures,
  purgeDraftPictures,
  storeDraftPicture,
} from '#api/company-file/draft-picture.ts'
import { readPicture } from '#api/company-file/picture-file.ts'
import type { Version } from '#api/company-file/version.ts'
import { imageUrl } from '#api/company/image.ts'
import { ApiError } from '#api/http/api-error.ts'
import { holdCaller } from '#api/staff/person.ts'
import { partsOf } from '#contract/company-file/walk.ts'
import { draftText } from '#contract/programme/text.ts'
import { isObject } from '#contract/value/json.ts'
import { purgeByCompany } from '#database/purge/purge-by-company.ts'
import { type Database, row, sql, transaction } from '#database/sql.ts'

/** Throws `validation` with a sentence for a file that is no picture of a company. */
export async function addPicture(
  database: Database,
  { name, content }: { name: string; content: string },
  caller: StaffCall,
): Promise<{ name: string; url: string }> {
  // Reading a picture takes up to a second, so it is read before the caller's row is locked.
  const image = await readPicture(name.toLowerCase(), Buffer.from(content, 'base64'))
  if (typeof image === 'string') {
    throw new ApiError('validation', { fields: { content: [draftText.picture(name, image)] } })
  }
  return transaction(database, async (connection) => {
    await holdCaller(connection, caller)
    return storeDraftPicture(connection, caller.company_id, image, caller.now)
  })
}

/** The URL of each picture that the document names and the company has. */
export async function draftImages(
  ...[database, company_id, document, published]: Parameters<typeof draftHashes>
): Promise<Record<string, string>> {
  const hashes = await draftHashes(database, company_id, document, published)
  return Object.fromEntries(
    Object.entries(hashes).map(([name, hash]) => [name, imageUrl(company_id, hash)]),
  )
}

/** The name in URLs of each picture that the document names and the company has. */
export async function draftHashes(
  database: Database,
  company_id: string,
  document: object,
  published: Record<string, string>,
): Promise<Record<string, string>> {
  const names = picturesIn(document)
  const drafted = await draftPictures(database, company_id, names)
  const pictures = names.flatMap((name) => {
    const hash = Object.hasOwn(published, name) ? published[name] : undefined
    if (hash !== undefined) return [[name, hash]]
    // A picture of a draft is named by its hash.
    return drafted.includes(name) ? [[name, name]] : []
  })
  return Object.fromEntries(pictures) as Record<string, string>
}

/** The fields of a document that name a picture. */
const pictureFields = new Set([
  'logo',
  'logo_dark',
  'favicon',
  'background',
  'banner.image',
  'prizes[].photo',
  'promotions[].image',
])

/** The document may be invalid. */
function picturesIn(document: object): string[] {
  const names = [...partsOf(document).fields.values()].flatMap(({ field, value }) =>
    pictureFields.has(field) && typeof value === 'string' ? [value] : [],
  )
  return [...new Set(names)]
}

/**
 * The document of an earlier version. A picture that the newest version does not have under its name is named by its hash, as a
 * draft's own pictures are: stored pictures stay (picture-store.ts).
 */
export function withPicturesOf(
  document: object,
  { images: earlier }: Pick<Version, 'images'>,
  { images: newest }: Pick<Version, 'images'>,
): object {
  const renamed = new Map(
    picturesIn(document).flatMap((name) => {
      const hash = Object.hasOwn(earlier, name) ? earlier[name] : undefined
      const isSame = Object.hasOwn(newest, name) && newest[name] === hash
      return hash === undefined || isSame ? [] : [[name, hash]]
    }),
  )
  return renamed.size === 0 ? document : (withNames(document, '', renamed) as object)
}

/** The value at a field, with other names for pictures. */
function withNames(value: unknown, field: string, names: Map<string, string>): unknown {
  if (typeof value === 'string') {
    return pictureFields.has(field) ? (names.get(value) ?? value) : value
  }
  if (Array.isArray(value)) return value.map((one) => withNames(one, `${field}[]`, names))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, one]) => [
    name,
    withNames(one, field === '' ? name : `${field}.${name}`, names),
  ])
  return Object.fromEntries(entries)
}

/** Deletes pictures that no draft and no open request names, one day after they came. */
export async function purgePictures(database: Database, now: Date): Promise<void> {
  await purgeByCompany(database, async (company_id) => {
    const named = await row<{ text: string }>(
      database,
      sql`select coalesce(string_agg(document::text, ' '), '') as text
            from (select document
                    from programme_draft
                   where company_id = ${company_id}
                   union all
                  select document
                    from programme_request
                   where company_id = ${company_id} and ended_at is null) documents`,
    )
    await purgeDraftPictures(database, company_id, (name) => named!.text.includes(name), now)
    return 0
  })
}
