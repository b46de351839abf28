/** The audit entry of a closed item. */

import type { Act, Actor } from '#api/audit/note.ts'
import { customerKinds, type ReviewKind } from '#contract/console/review.ts'
import { toBrazilianDate } from '#contract/value/date.ts'

export type ClosedItem = { kind: ReviewKind; subject: string; day: string; events: number }

const reviewed: Record<ReviewKind, string> = {
  wrong_codes: 'os códigos errados de um cliente',
  newcomer_network: 'as ativações da promoção de novos clientes em uma rede',
  key_points: 'os pontos dados por uma chave de caixa',
  key_misses: 'as buscas sem cliente de uma chave de caixa',
  many_sales: 'as vendas a um cliente',
  many_adjustments: 'os ajustes de uma pessoa da equipe',
}

/** The note is a personal value: a person wrote it, perhaps about a customer. So it is in the sentence alone, beside the chain. */
export function reviewClosed(
  actor: Actor,
  { kind, subject, day, events }: ClosedItem,
  note: string,
): Act {
  return {
    action: customerKinds.includes(kind) ? 'customer.reviewed' : 'review.closed',
    subject,
    sentence: `${actor.name} reviu ${reviewed[kind]} em ${toBrazilianDate(day)}: está certo — nota: ${note}`,
    before: { kind, day, events, is_open: true },
    after: { kind, day, events, is_open: false },
  }
}
