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
      mistakes: [...mistakes, ...ofOperator(document, before), ...newHosts(document, before)],
    }
  }
  const { file } = checked
  const mistakes = [
    ...ofOperator(file, before),
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

/** Only the operator changes the slug and whether the portal is closed. */
function ofOperator(document: object, before: CompanyFile): Mistake[] {
  const { slug, blocked = false } = document as Partial<CompanyFile>
  return [
    ...(slug === before.slug ? [] : [{ path: ['slug'], sentence: draftText.ofOperator }]),
    ...(blocked === before.blocked ? [] : [{ path: ['blocked'], sentence: draftText.ofOperator }]),
  ]
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

/** The console takes no private keys. */
function newCredentials(file: CompanyFile, before: CompanyFile): Mistake[] {
  const wallet = file.settings.integrations.wallet
  const had = before.settings.integrations.wallet
  return (['apple', 'google'] as const)
    .filter((name) => wallet?.[name] && wallet[name].credentials !== had?.[name]?.credentials)
    .map((name) => ({
      path: ['settings', 'integrations', 'wallet', name, 'credentials'],
      sentence: draftText.noCredential,
    }))
}

/**
 * Only the operator adds a host name: with another company's former one, a manager would receive the sessions and the data of that
 * company's customers. The console removes host names, and moves them between the fields.
 */
function newHosts(document: object, before: CompanyFile): Mistake[] {
  const own = new Set(hostsOf(before).map(([host]) => host))
  return hostsOf(document)
    .filter(([host]) => !own.has(host))
    .map(([, path]) => ({ path, sentence: draftText.newHost }))
}

/** The host names of a document, valid or not, with their paths. */
function hostsOf(document: object): [string, Mistake['path']][] {
  const { frontend_domain, admin_domain, other_domains } = document as Record<string, unknown>
  const others = Array.isArray(other_domains) ? (other_domains as unknown[]) : []
  const fields: [unknown, Mistake['path']][] = [
    [frontend_domain, ['frontend_domain']],
    [admin_domain, ['admin_domain']],
    ...others.map((host, at): [unknown, Mistake['path']] => [host, ['other_domains', at]]),
  ]
  return fields.flatMap(([host, path]) =>
    typeof host === 'string' ? [[host.toLowerCase(), path]] : [],
  )
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
