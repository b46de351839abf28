/**
 * The audit entries of the customer desk. An entry's subject is the customer's id. Its sentence has the masked name, which stands beside
 * the chain: an erasure of the customer deletes it (docs/decisions/041-audit-log.md).
 */

import type { Act, Actor } from '#api/audit/note.ts'
import { type ViewReason, viewReasonNames } from '#contract/console/desk.ts'
import { masked } from '#contract/person/personal-value.ts'

type NamedCustomer = { id: string; name: string | null }

export function dataViewed(actor: Actor, customer: NamedCustomer, reason: ViewReason): Act {
  return {
    action: 'customer.viewed',
    subject: customer.id,
    sentence: `${actor.name} viu os dados de ${nameOf(customer)} — motivo: ${viewReasonNames[reason]}`,
    after: { reason: viewReasonNames[reason] },
  }
}

function nameOf({ name }: NamedCustomer): string {
  return masked('name', name) ?? 'um cliente sem cadastro'
}
