/** What happened in a line of the history or of a statement file, in the company's terms for points and money (R7.3, D7). */

import type { PointsEntry } from '#contract/points.ts'
import { prizeSentence, type PrizeWord } from '#contract/prize-word.ts'
import { type Display, speaksOfPoints } from '#contract/value/display.ts'

/** By type_id, where nothing else says more. */
const types = {
  GNR: 'Pontos recebidos',
  CNS: 'Pontos usados',
  GNR_REVERSAL: 'Compra devolvida',
  CNS_REVERSAL: 'Uso estornado',
  EXP: 'Pontos vencidos',
} as const

/** For a company whose programme is in money, not points (D7). */
const typesCash = {
  ...types,
  GNR: 'Crédito recebido',
  CNS: 'Crédito usado',
  EXP: 'Crédito vencido',
} as const

const words = {
  adjustment: 'Ajuste da loja',
  promotion: 'Promoção',
  merged: 'Contas juntadas',
  imported: 'Saldo importado',
  prize: prizeSentence('Troca por {one}'),
} as const

export type EntryDisplay = Display & { prize_word: PrizeWord }

/** `display`: how the company shows points and money, and its word for a prize. */
export function entryKind(
  {
    type_id,
    origin,
    promotion,
    prize,
  }: Pick<PointsEntry, 'type_id' | 'origin' | 'promotion' | 'prize'>,
  display: EntryDisplay,
): string {
  if (origin === 'adjustment') return words.adjustment
  if (promotion !== null) return words.promotion
  if (origin === 'merge') return words.merged
  if (origin === 'import') return words.imported
  if (prize !== null && type_id === 'CNS') return words.prize(display.prize_word)
  return (speaksOfPoints(display) ? types : typesCash)[type_id]
}
