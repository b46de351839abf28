/** A staff member's draft as the portal's page and its sample answers need it (D15). */

import { beginVersions, versionOf, withDefaults } from '#api/company-file/version.ts'
import { imageUrl } from '#api/company/image.ts'
import { companyInPage } from '#api/company/lookup.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import { type ChainLevel, defaultLevelIcon } from '#contract/level.ts'
import { type PreviewSample, sampleId } from '#contract/programme/preview.ts'
import type { Database } from '#database/sql.ts'

import type { Caller } from './act.ts'
import { readDraft } from './draft.ts'
import { draftHashes } from './picture.ts'

/** Prizes of the store that the preview shows. */
const maxPrizes = 40

type Prizes = PreviewSample['prizes']

/** The draft; the published document where there is no draft, or where it has a mistake. */
export async function previewOf(database: Database, caller: Caller) {
  const { company_id } = caller
  await beginVersions(database, company_id)
  const draft = await readDraft(database, caller)
  const published = (await versionOf(database, company_id))!
  const isShown = draft !== undefined && draft.mistakes.length === 0
  const file = withDefaults(isShown ? draft.document : published.document) as CompanyFile
  const images = await draftHashes(database, company_id, file, published.images)
  const stored = { company_id, file, images, blocked_at: null }
  const { company, settings } = await companyInPage(database, stored)
  const prizes = prizesOf(file, (name) => imageUrl(company_id, images[name]!))
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

/** The first prizes of the store. `urlOf`: a picture's, which a document without mistakes has. */
function prizesOf({ prizes }: CompanyFile, urlOf: (name: string) => string): Prizes {
  return prizes
    .filter(({ show_in_store }) => show_in_store)
    .slice(0, maxPrizes)
    .map((prize, at) => ({
      ...prize,
      id: sampleId(at),
      photo_url: prize.photo && urlOf(prize.photo),
    }))
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
