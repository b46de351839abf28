/** Applies a document of the console as the next version (D15). */

import { applyFile, drawnPictures } from '#api/company-file/apply.ts'
import { CompanyMistakes, picturesOf } from '#api/company-file/company-file.ts'
import { credentialFiles } from '#api/company-file/credential-files.ts'
import { pictureOf } from '#api/company-file/draft-picture.ts'
import type { Image } from '#api/company-file/picture-file.ts'
import type { Version } from '#api/company-file/version.ts'
import { sanitizedTerms } from '#api/company/terms-html.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { type CompanyFile, poolsOf as poolFilesOf } from '#contract/company-file.ts'
import type { Database } from '#database/sql.ts'

import { openedCodes, type RequestedCodes } from './codes.ts'

/** A document that is ready: its pictures are drawn. */
export type Prepared = {
  file: CompanyFile
  pictures: Awaited<ReturnType<typeof drawnPictures>>
}

/** Draws the new pictures, outside of a transaction because it takes seconds. Throws `draft_invalid` for a missing picture. */
export async function prepared(
  database: Database,
  company_id: string,
  file: CompanyFile,
  { images }: Version,
): Promise<Prepared> {
  const pictures = new Map<string, Image>()
  for (const name of picturesOf(file).keys()) {
    const picture = await pictureOf(database, company_id, name, images)
    if (!picture) throw new ApiError('draft_invalid')
    pictures.set(name, picture)
  }
  return {
    file: withSafeTerms(file),
    pictures: await drawnPictures(database, company_id, pictures),
  }
}

/** T14: what a folder's terms go through, too. */
function withSafeTerms(file: CompanyFile): CompanyFile {
  const { custom_terms_html: html } = file.legal
  if (html === null) return file
  return { ...file, legal: { ...file.legal, custom_terms_html: sanitizedTerms(html) || null } }
}

/** Applies the whole file, in the caller's transaction. Throws `draft_invalid` for what another company has taken. Stored codes and private keys stay; the new codes come to them. Returns the version. */
export async function applyVersion(
  { secret, ...sealed }: { database: Database; secret: SealedDatabase['secret'] },
  company_id: string,
  { file, pictures }: Prepared,
  {
    codes,
    staff_id,
    approver_id,
  }: { codes: RequestedCodes; staff_id: string; approver_id: string | null },
  now: Date,
): Promise<number> {
  const pools = new Set(
    file.prizes.filter((prize) => prize.codes !== 'generated').map(({ key }) => key),
  )
  const newCodes = await openedCodes(secret, company_id, codes)
  try {
    return await applyFile(
      { ...sealed, secret },
      {
        file,
        ...pictures,
        codes: new Map(poolFilesOf(file.prizes).map((name) => [name, 'as applied'])),
        newCodes: new Map([...newCodes].filter(([key]) => pools.has(key))),
        credentials: new Map(credentialFiles(file).map(({ wallet }) => [wallet, null])),
        placeOf: (field) => field,
        publisher: { source: 'console', staff_id, approver_id },
      },
      now,
    )
  } catch (error) {
    if (error instanceof CompanyMistakes) throw new ApiError('draft_invalid')
    throw error
  }
}
