/** Pictures that drafts name: kept apart until a version is published with them (D15). */

import { imageUrl } from '#api/company/image.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import type { Image } from './picture-file.ts'

/** Days after which a picture that nobody names is deleted. */
const keptDays = 1

/** Stores a picture for a draft. Its name is the hash of its content. */
export async function storeDraftPicture(
  database: Database,
  company_id: string,
  image: Image,
  now: Date,
): Promise<{ name: string; url: string }> {
  await rows(
    database,
    sql`insert into programme_picture (company_id, name, media_type, content, created_at)
        values (${company_id}, ${image.hash}, ${image.media_type}, ${image.content}, ${now})
        on conflict (company_id, name) do update set created_at = excluded.created_at`,
  )
  return { name: image.hash, url: imageUrl(company_id, image.hash) }
}

/** Those of the names under which the company has a picture: one of a draft, or a stored one named by its hash. */
export async function draftPictures(
  database: Database,
  company_id: string,
  names: string[],
): Promise<string[]> {
  const found = await rows<{ name: string }>(
    database,
    sql`select name
          from programme_picture
         where company_id = ${company_id} and name = any (${names})
         union
        select hash
          from company_image
         where company_id = ${company_id} and hash = any (${names})`,
  )
  return found.map(({ name }) => name)
}

/**
 * The picture that a document names. One that is stored already has no content. Undefined for a name that the company does not
 * have. `published`: the pictures of the newest version.
 */
export async function pictureOf(
  database: Database,
  company_id: string,
  name: string,
  published: Record<string, string>,
): Promise<Image | undefined> {
  const hash = Object.hasOwn(published, name) ? published[name] : undefined
  if (hash !== undefined) return { hash, media_type: '', content: Buffer.alloc(0) }
  const found = await row<{ media_type: string; content: Buffer }>(
    database,
    sql`select media_type, content
          from programme_picture
         where company_id = ${company_id} and name = ${name}
         union all
        select '', ''
          from company_image
         where company_id = ${company_id} and hash = ${name}
         limit 1`,
  )
  return found && { hash: name, ...found }
}

/** Deletes old pictures of drafts, except those that `isNamed` finds. */
export async function purgeDraftPictures(
  database: Database,
  company_id: string,
  isNamed: (name: string) => boolean,
  now: Date,
): Promise<number> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000)
  const old = await rows<{ name: string }>(
    database,
    sql`select name from programme_picture where company_id = ${company_id} and created_at < ${oldest}`,
  )
  const unused = old.map(({ name }) => name).filter((name) => !isNamed(name))
  await rows(
    database,
    sql`delete from programme_picture
         where company_id = ${company_id}
           and name = any (${unused})
           and created_at < ${oldest}`,
  )
  return unused.length
}
