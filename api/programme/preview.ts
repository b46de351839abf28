/** A staff member's draft in the form that the preview of the portal and its sample answers need (D15). */

import type { StaffCall } from '#api/audit/note.ts'
import { versionOf, withDefaults } from '#api/company-file/version.ts'
import { imageUrl } from '#api/company/image.ts'
import { companyInPage } from '#api/company/lookup.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { type ChainLevel, defaultLevelIcon } from '#contract/level.ts'
import { type PreviewSample, prizeAt, sampleId } from '#contract/programme/preview.ts'
import type { Database } from '#database/sql.ts'

import { readDraft } from './draft.ts'
import { draftHashes } from './picture.ts'

/** Maximum prizes in the store of the preview. */
const maxPrizes = 40

type Prizes = PreviewSample['prizes']

/** The draft; the published document where there is no draft, or where it has a mistake. `path`: the portal's path to show. */
export async function previewOf(database: Database, caller: StaffCall, path: string) {
  const { company_id } = caller
  const draft = await readDraft(database, caller)
  const published = (await versionOf(database, company_id))!
  const isShown = draft !== undefined && draft.mistakes.length === 0
  const file = withDefaults(isShown ? draft.document : published.document) as CompanyFile
  const images = await draftHashes(database, company_id, file, published.images)
  const stored = { company_id, file, images, blocked_at: null }
  const { company, settings } = await companyInPage(database, stored)
  const urlOf = (name: string) => imageUrl(company_id, images[name]!)
  const prizes = prizesOf(file, urlOf, prizeAt(path))
  const levels = levelsOf(file, prizes, caller.now)
  const { promotions, points_per_real, subsidiaries } = file
  const shop = subsidiaries[0]?.name ?? null
  return {
    company,
    settings,
    levels,
    sample: { prizes, promotions, levels, points_per_real, shop },
  }
}

/**
 * The first prizes of the store, and the prize at position `shown`, which the store may leave out. `urlOf` gives the URL of a
 * picture; a document without mistakes has each picture that it names.
 */
function prizesOf(
  { prizes }: CompanyFile,
  urlOf: (name: string) => string,
  shown: number | undefined,
): Prizes {
  const all = prizes.map((prize, at) => ({
    ...prize,
    id: sampleId(at),
    photo_url: prize.photo && urlOf(prize.photo),
  }))
  const store = new Set(all.filter(({ show_in_store }) => show_in_store).slice(0, maxPrizes))
  return all.filter((prize, at) => store.has(prize) || at === shown)
}

/** The chain of the file, as GET /level answers it. */
function levelsOf({ levels }: CompanyFile, prizes: Prizes, now: Date): ChainLevel[] {
  return levels.map((level, at) => {
    const prize = prizes.find(({ key }) => key === level.prize)
    return {
      ...level,
      id: sampleId(at),
      icon: level.icon ?? defaultLevelIcon(at),
      prev: at > 0 ? sampleId(at - 1) : null,
      next: at < levels.length - 1 ? sampleId(at + 1) : null,
      created_at: now.toISOString(),
      related_prize: prize ? { id: prize.id, name: prize.name, photo_url: prize.photo_url } : null,
    }
  })
}
