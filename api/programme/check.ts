/** Finds the mistakes of a draft, by the rules of company.yaml and by what the company has stored (D15). */

import { keptTimeZone } from '#api/company-file/apply.ts'
import { picturesOf } from '#api/company-file/company-file.ts'
import { draftPictures } from '#api/company-file/draft-picture.ts'
import type { Version } from '#api/company-file/version.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { checkCompanyFile } from '#contract/company-file/mistake.ts'
import { folderText } from '#contract/company-file/text.ts'
import type { Draft } from '#contract/programme/draft.ts'
import { draftText } from '#contract/programme/text.ts'
import { isDemo } from '#database/connect.ts'
import type { Database } from '#database/sql.ts'

import { innerWebhooks } from './inner-webhook.ts'
import { newCredentials, newHosts, operatorFieldMistakes } from './operator-field.ts'

type Mistake = Draft['mistakes'][number]

/** The company file of the document, and its mistakes. The file is undefined if the document breaks a rule of company.yaml. */
export async function checkDraft(
  database: Database,
  company_id: string,
  { document, published, pools }: { document: object; published: Version; pools: Draft['pools'] },
): Promise<{ file: CompanyFile | undefined; mistakes: Mistake[] }> {
  const checked = checkCompanyFile(document)
  const before = published.document as CompanyFile
  if (checked.mistakes) {
    const mistakes = checked.mistakes.map(({ path, sentence }) => ({
      path: path.map((part) => (typeof part === 'number' ? part : String(part))),
      sentence,
    }))
    return {
      file: undefined,
      mistakes: [
        ...mistakes,
        ...operatorFieldMistakes(document, before),
        ...newHosts(document, before),
      ],
    }
  }
  const { file } = checked
  const mistakes = [
    ...operatorFieldMistakes(file, before),
    ...(await unknownPictures(database, company_id, file, published)),
    ...emptyPools(file, before, pools),
    ...newCredentials(file, before),
    ...newHosts(file, before),
    ...innerWebhooks(file, before, isDemo),
    ...droppedCodes(file, pools),
    ...(await otherTimeZone(database, company_id, file)),
  ]
  return { file, mistakes }
}

async function unknownPictures(
  database: Database,
  company_id: string,
  file: CompanyFile,
  { images }: Version,
): Promise<Mistake[]> {
  const pictures = [...picturesOf(file)].filter(([name]) => !Object.hasOwn(images, name))
  const drafted = await draftPictures(
    database,
    company_id,
    pictures.map(([name]) => name),
  )
  return pictures
    .filter(([name]) => !drafted.includes(name))
    .map(([, path]) => ({ path: path as (string | number)[], sentence: draftText.noPicture }))
}

/** A prize that gets codes of its own with this draft. One that had them may be sold out. */
function emptyPools(file: CompanyFile, before: CompanyFile, pools: Draft['pools']): Mistake[] {
  return file.prizes.flatMap(({ key, codes }, at) => {
    const had = before.prizes.find((prize) => prize.key === key)
    const hadPool = had !== undefined && had.codes !== 'generated'
    const count = pools.find((pool) => pool.key === key)
    const hasCodes = hadPool || (count && count.free + count.added > 0)
    return codes === 'generated' || hasCodes
      ? []
      : [{ path: ['prizes', at, 'codes'], sentence: draftText.noCodes }]
  })
}

/** Codes that were added to a prize which Fiel makes codes for again: a publication would drop them without a word. */
function droppedCodes(file: CompanyFile, pools: Draft['pools']): Mistake[] {
  return file.prizes.flatMap(({ key, codes }, at) => {
    const added = pools.find((pool) => pool.key === key)?.added ?? 0
    return codes === 'generated' && added > 0
      ? [{ path: ['prizes', at, 'codes'], sentence: draftText.droppedCodes(added) }]
      : []
  })
}

async function otherTimeZone(
  database: Database,
  company_id: string,
  file: CompanyFile,
): Promise<Mistake[]> {
  const zone = await keptTimeZone(database, company_id, file)
  return zone === undefined
    ? []
    : [{ path: ['time_zone'], sentence: folderText.timeZoneStays(zone) }]
}
