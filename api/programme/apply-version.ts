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
import { type SealedLine, sealedLines } from '#api/prize/codes.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { type CompanyFile, poolsOf as poolFilesOf } from '#contract/company-file.ts'
import type { Database } from '#database/sql.ts'

import { openedCodes, type RequestedCodes } from './codes.ts'

/** A document that is ready: its pictures are drawn, and its new codes sealed. */
export type Prepared = {
  file: CompanyFile
  codes: Map<string, SealedLine[]>
  pictures: Awaited<ReturnType<typeof drawnPictures>>
}

/**
 * Draws the new pictures and seals the new codes, outside of a transaction because it takes seconds. Throws `draft_invalid` for a
 * missing picture.
 */
export async function prepared(
  { database, secret }: SealedDatabase,
  company_id: string,
  file: CompanyFile,
  { images }: Version,
  codes: RequestedCodes,
): Promise<Prepared> {
  const pictures = new Map<string, Image>()
  for (const name of picturesOf(file).keys()) {
    const picture = await pictureOf(database, company_id, name, images)
    if (!picture) throw new ApiError('draft_invalid')
    pictures.set(name, picture)
  }
  return {
    file: withSafeTerms(file),
    codes: await sealedCodes(secret, company_id, file, codes),
    pictures: await drawnPictures(database, company_id, pictures),
  }
}

/** T14: what a folder's terms go through, too. */
function withSafeTerms(file: CompanyFile): CompanyFile {
  const { custom_terms_html: html } = file.legal
  if (html === null) return file
  return { ...file, legal: { ...file.legal, custom_terms_html: sanitizedTerms(html) || null } }
}

/** The new codes of prizes with codes of their own, by the key of the prize. */
async function sealedCodes(
  secret: SealedDatabase['secret'],
  company_id: string,
  { prizes }: CompanyFile,
  codes: RequestedCodes,
): Promise<Map<string, SealedLine[]>> {
  const pools = new Set(prizes.filter((one) => one.codes !== 'generated').map(({ key }) => key))
  const sealed = new Map<string, SealedLine[]>()
  for (const [key, lines] of await openedCodes(secret, company_id, codes)) {
    if (pools.has(key)) {
      sealed.set(key, await sealedLines(voucherCodes(secret), company_id, lines))
    }
  }
  return sealed
}

/**
 * Applies the whole file, in the caller's transaction. Stored codes and private keys stay; the new codes come to them. Returns the
 * version. Throws `draft_invalid` for a host name of another company.
 */
export async function applyVersion(
  sealed: { database: Database; secret: SealedDatabase['secret'] },
  { file, pictures, codes }: Prepared,
  { staff_id, approver_id }: { staff_id: string; approver_id: string | null },
  now: Date,
): Promise<number> {
  try {
    return await applyFile(
      sealed,
      {
        file,
        ...pictures,
        codes: new Map(poolFilesOf(file.prizes).map((name) => [name, 'as applied'])),
        newCodes: codes,
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
