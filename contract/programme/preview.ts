/** The preview of a draft in the portal's own page, at the console's host (D15). */

import type { ChainLevel } from '#contract/level.ts'
import type { PrizeFile } from '#contract/prize.ts'
import type { PromotionFile } from '#contract/promotion.ts'

/** The path that answers it: GET /previa?path=/entrar. */
export const previewPath = '/previa'

/** The id of the script element that holds the sample's answers as JSON. */
export const previewDataId = 'preview'

/** The id of the sample's prize, level or record at a position. */
export function sampleId(at: number): string {
  return `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`
}

/** The portal's paths that can be previewed. `prize` is the first prize of the draft. */
export const previewScreens = {
  login: '/entrar',
  summary: '/fidelidade/resumo',
  prizes: '/store',
  prize: `/store/${sampleId(0)}`,
  history: '/historico',
  levels: '/niveis',
} as const
export type PreviewScreen = keyof typeof previewScreens

/** What the sample customer's answers are made of. */
export type PreviewSample = {
  prizes: (PrizeFile & { id: string; photo_url: string | null })[]
  promotions: PromotionFile[]
  levels: ChainLevel[]
  points_per_real: number
  shop: string | null
}
/** The content of the element `previewDataId`. `path`: the portal's path to show. */
export type PreviewData = { path: string; is_guest: boolean; sample: PreviewSample }
