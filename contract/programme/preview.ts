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

/** The portal's paths that can be previewed. `prize`: the document's first prize; previewAddress shows another. */
export const previewScreens = {
  login: '/entrar',
  summary: '/fidelidade/resumo',
  prizes: '/store',
  prize: prizePath(0),
  history: '/historico',
  levels: '/niveis',
} as const
export type PreviewScreen = keyof typeof previewScreens

/** The portal's path of the prize at a position of the document. */
function prizePath(at: number): string {
  return `/store/${sampleId(at)}`
}

/** The address of a preview. `prize`: the position of the prize that the screen `prize` shows. */
export function previewAddress(screen: PreviewScreen, prize = 0): string {
  const path = screen === 'prize' ? prizePath(prize) : previewScreens[screen]
  return `${previewPath}?${new URLSearchParams({ path })}`
}

/** The portal's path that a preview shows: `path` if the console offers it, the login otherwise. */
export function previewedPath(path: string): string {
  const paths: string[] = Object.values(previewScreens)
  return paths.includes(path) || prizeAt(path) !== undefined ? path : previewScreens.login
}

/** The position of the prize that a path shows; undefined for another path. */
export function prizeAt(path: string): number | undefined {
  const at = Number(/\d{12}$/.exec(path)?.[0])
  return path === prizePath(at) ? at : undefined
}

/** The values from which the sample customer's answers are made. */
export type PreviewSample = {
  /** The first of the store, and the prize of the previewed path. */
  prizes: (PrizeFile & { id: string; photo_url: string | null })[]
  promotions: PromotionFile[]
  levels: ChainLevel[]
  points_per_real: number
  shop: string | null
}
/** The content of the element `previewDataId`. `path`: the portal's path to show. */
export type PreviewData = { path: string; is_guest: boolean; sample: PreviewSample }
