/** The audit entries of merges. The subject is the account that stays; the other account is in no sentence, only its id. */

import type { Act, Actor } from '#api/audit/note.ts'
import {
  type Merged,
  type MergeProof,
  mergeProofNames,
  type UndoneMerge,
} from '#contract/console/merge.ts'
import { masked } from '#contract/person/personal-value.ts'
import { counted } from '#contract/value/money.ts'

import type { NamedCustomer } from './lock.ts'

type Figures = Pick<Merged, 'id' | 'absorbed_id' | 'points_amount' | 'points_value'>

/** 'Bruno juntou outra conta à de Marina D. (140 pontos) — motivo: viu o documento da pessoa' */
export function accountsMerged(
  actor: Actor,
  staying: NamedCustomer,
  { id, absorbed_id, points_amount, points_value }: Figures,
  proof: MergeProof,
): Act {
  const reason = mergeProofNames[proof]
  return {
    action: 'customer.merged',
    subject: staying.id,
    sentence: `${actor.name} juntou outra conta à de ${nameOf(staying)} (${points(points_amount)}) — motivo: ${reason}`,
    after: { merge_id: id, absorbed_id, points_amount, points_value, reason },
  }
}

export function mergeUndone(
  actor: Actor,
  staying: NamedCustomer,
  { id, absorbed_id, points_amount, points_value, kept_amount }: UndoneMerge,
): Act {
  return {
    action: 'customer.merge_undone',
    subject: staying.id,
    sentence: `${actor.name} separou uma conta da de ${nameOf(staying)} (voltaram ${points(points_amount)})`,
    after: { merge_id: id, absorbed_id, points_amount, points_value, kept_amount },
  }
}

function points(amount: number): string {
  return counted(amount, 'ponto', 'pontos')
}

function nameOf({ name }: NamedCustomer): string {
  return masked('name', name) ?? 'um cliente sem cadastro'
}
