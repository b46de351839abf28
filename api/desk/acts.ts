/**
 * The audit entries of the customer desk. An entry's subject is the customer's id. Its sentence has the masked name, which stands beside
 * the chain: an erasure of the customer deletes it (docs/decisions/041-audit-log.md).
 */

import type { Act, Actor } from '#api/audit/note.ts'
import { type BlockReason, blockReasonNames } from '#contract/console/block.ts'
import {
  correctedFieldNames,
  correctedFields,
  type CorrectedField,
  type CorrectionProof,
  correctionProofNames,
} from '#contract/console/correction.ts'
import { type ViewReason, viewReasonNames } from '#contract/console/desk.ts'
import { type ReversalReason, reversalReasonNames } from '#contract/console/reversal.ts'
import { masked } from '#contract/person/personal-value.ts'
import { counted, formatMoney } from '#contract/value/money.ts'
import type { RecordResult } from '#engine/result.ts'

type NamedCustomer = { id: string; name: string | null }

export function dataViewed(actor: Actor, customer: NamedCustomer, reason: ViewReason): Act {
  return {
    action: 'customer.viewed',
    subject: customer.id,
    sentence: `${actor.name} viu os dados de ${nameOf(customer)} — motivo: ${viewReasonNames[reason]}`,
    after: { reason: viewReasonNames[reason] },
  }
}

type AdjustmentAct = { points_amount: number; reason: string; record_id: string }
/** What the customer could spend before and after. */
type Balances = { before: number; after: number }

/** 'Ana deu 50 pontos a Marina D. — motivo: Cortesia' */
export function adjusted(
  actor: Actor,
  customer: NamedCustomer,
  act: AdjustmentAct,
  balance: Balances,
): Act {
  const points = pointsOf(act.points_amount)
  const change = act.points_amount < 0 ? `retirou ${points} de` : `deu ${points} a`
  return {
    action: 'customer.adjusted',
    subject: customer.id,
    sentence: `${actor.name} ${change} ${nameOf(customer)} — motivo: ${act.reason}`,
    before: { amount_balance: balance.before },
    after: { ...act, amount_balance: balance.after },
  }
}

type RequestedAct = { points_amount: number; reason: string; request_id: string }

/** 'Ana pediu para dar 600 pontos a Marina D. — motivo: Cortesia' */
export function adjustmentAsked(actor: Actor, customer: NamedCustomer, act: RequestedAct): Act {
  return {
    action: 'customer.adjustment_requested',
    subject: customer.id,
    sentence: `${actor.name} pediu para ${adjustmentOf(customer, act)}`,
    after: act,
  }
}

export function adjustmentApproved(
  actor: Actor,
  customer: NamedCustomer,
  asker: string,
  act: RequestedAct & { record_id: string },
): Act {
  return {
    action: 'customer.adjustment_approved',
    subject: customer.id,
    sentence: `${actor.name} aprovou o pedido de ${asker} para ${adjustmentOf(customer, act)}`,
    after: act,
  }
}

/** `asker`: whose request was refused; null: the actor withdrew the own one. */
export function adjustmentRequestEnded(
  actor: Actor,
  customer: NamedCustomer,
  asker: string | null,
  act: RequestedAct,
): Act {
  const verb = asker === null ? 'retirou o seu pedido' : `recusou o pedido de ${asker}`
  return {
    action: 'customer.adjustment_refused',
    subject: customer.id,
    sentence: `${actor.name} ${verb} para ${adjustmentOf(customer, act)}`,
    after: act,
  }
}

function adjustmentOf(customer: NamedCustomer, { points_amount, reason }: RequestedAct): string {
  const points = pointsOf(points_amount)
  const change = points_amount < 0 ? `retirar ${points} de` : `dar ${points} a`
  return `${change} ${nameOf(customer)} — motivo: ${reason}`
}

export function adjustmentUndone(
  actor: Actor,
  customer: NamedCustomer,
  act: Omit<AdjustmentAct, 'reason'>,
  balance: Balances,
): Act {
  const points = pointsOf(act.points_amount)
  const change = act.points_amount < 0 ? `retirou ${points} de` : `devolveu ${points} a`
  return {
    action: 'customer.adjustment_undone',
    subject: customer.id,
    sentence: `${actor.name} desfez um ajuste e ${change} ${nameOf(customer)}`,
    before: { amount_balance: balance.before },
    after: { ...act, amount_balance: balance.after },
  }
}

export function blocked(actor: Actor, customer: NamedCustomer, reason: BlockReason): Act {
  return {
    action: 'customer.blocked',
    subject: customer.id,
    sentence: `${actor.name} bloqueou ${nameOf(customer)} — motivo: ${blockReasonNames[reason]}`,
    after: { reason: blockReasonNames[reason] },
  }
}

export function unblocked(actor: Actor, customer: NamedCustomer, reason: BlockReason): Act {
  return {
    action: 'customer.unblocked',
    subject: customer.id,
    sentence: `${actor.name} desbloqueou ${nameOf(customer)}`,
    before: { reason: blockReasonNames[reason] },
  }
}

/** 'Ana estornou R$ 45,90 de uma compra de Marina D. (42 pontos a menos) — motivo: suspeita de fraude' */
export function reversed(
  actor: Actor,
  customer: NamedCustomer,
  record: RecordResult,
  reason: ReversalReason,
): Act {
  const { amount, purchase_value, type_id } = record
  const act =
    type_id === 'GNR_REVERSAL'
      ? `estornou ${formatMoney(purchase_value ?? 0)} de uma compra de ${nameOf(customer)} (${pointsOf(amount)} a menos)`
      : `desfez um uso de ${pointsOf(amount)} de ${nameOf(customer)}`
  return {
    action: 'customer.reversed',
    subject: customer.id,
    sentence: `${actor.name} ${act} — motivo: ${reversalReasonNames[reason]}`,
    after: {
      points_amount: amount,
      returned_value: purchase_value,
      reason: reversalReasonNames[reason],
      record_id: record.id,
      reverses_id: record.reverses_id,
    },
  }
}

export function voucherCancelled(
  actor: Actor,
  customer: NamedCustomer,
  act: { voucher_id: string; points_amount: number },
  reason: ReversalReason,
): Act {
  const points = pointsOf(act.points_amount)
  return {
    action: 'customer.voucher_cancelled',
    subject: customer.id,
    sentence: `${actor.name} cancelou um voucher de ${nameOf(customer)} e devolveu ${points} — motivo: ${reversalReasonNames[reason]}`,
    after: { ...act, reason: reversalReasonNames[reason] },
  }
}

/** 'Ana corrigiu o email e o celular de Marina D. — prova: documento com foto'. The values stand masked beside the chain. */
export function corrected(
  actor: Actor,
  customer: NamedCustomer,
  { before, after }: { before: Correction; after: Correction },
  proof: CorrectionProof,
): Act {
  const fields = correctedFields.filter((field) => field in after)
  const names = new Intl.ListFormat('pt-BR').format(fields.map((name) => correctedFieldNames[name]))
  return {
    action: 'customer.corrected',
    subject: customer.id,
    sentence: `${actor.name} corrigiu ${names} de ${nameOf(customer)} — prova: ${correctionProofNames[proof]}`,
    after: { fields, reason: correctionProofNames[proof] },
    personalBefore: maskedValues(before),
    personalAfter: maskedValues(after),
  }
}

type Correction = { [field in CorrectedField]?: string | null }

function maskedValues(values: Correction): Correction {
  const fields = correctedFields.filter((field) => field in values)
  return Object.fromEntries(fields.map((field) => [field, masked(field, values[field] ?? null)]))
}

function pointsOf(points_amount: number): string {
  return counted(Math.abs(points_amount), 'ponto', 'pontos')
}

function nameOf({ name }: NamedCustomer): string {
  return masked('name', name) ?? 'um cliente sem cadastro'
}
