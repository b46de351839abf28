/** The audit entries of the counter. The subject is the customer, so an erasure finds the sentences (041-audit-log.md). */

import type { Act, Actor } from '#api/audit/note.ts'
import { masked } from '#contract/person/personal-value.ts'
import { counted, formatMoney } from '#contract/value/money.ts'

export type ActCustomer = { id: string; name: string | null }

type Amount = { points_amount: number; points_value: number }
type SaleFacts = { shop: string; purchase_value: number; record_id: string }

/** 'Rui registrou uma venda de R$ 42,90 para Marina D.' */
export function sold(actor: Actor, customer: ActCustomer, sale: SaleFacts): Act {
  return {
    action: 'customer.sold',
    subject: customer.id,
    sentence: `${actor.name} registrou uma venda de ${formatMoney(sale.purchase_value)} para ${nameOf(customer)}`,
    after: sale,
  }
}

/** 'Rui registrou uma venda de R$ 42,90 para Marina D., com 200 pontos (R$ 10,00)' */
export function soldWithPoints(
  actor: Actor,
  customer: ActCustomer,
  sale: SaleFacts & Amount & { use_id: string },
): Act {
  return {
    action: 'customer.sold_with_points',
    subject: customer.id,
    sentence: `${sold(actor, customer, sale).sentence}, com ${amountOf(sale)}`,
    after: sale,
  }
}

/** 'Rui pediu 200 pontos (R$ 10,00) a Marina D.' */
export function asked(
  actor: Actor,
  customer: ActCustomer,
  request: Amount & { shop: string; purchase_value: number; intention_id: string },
): Act {
  return {
    action: 'customer.asked',
    subject: customer.id,
    sentence: `${actor.name} pediu ${amountOf(request)} a ${nameOf(customer)}`,
    after: request,
  }
}

export function askCancelled(
  actor: Actor,
  customer: ActCustomer,
  request: { shop: string; intention_id: string },
): Act {
  return {
    action: 'customer.ask_cancelled',
    subject: customer.id,
    sentence: `${actor.name} desistiu de um pedido de pontos a ${nameOf(customer)}`,
    after: request,
  }
}

/** 'Rui devolveu R$ 10,00 de uma venda de Marina D.' */
export function returned(
  actor: Actor,
  customer: ActCustomer,
  part: { shop: string; returned_value: number; record_id: string; reverses_id: string },
): Act {
  return {
    action: 'customer.returned',
    subject: customer.id,
    sentence: `${actor.name} devolveu ${formatMoney(part.returned_value)} de uma venda de ${nameOf(customer)}`,
    after: part,
  }
}

export function useUndone(
  actor: Actor,
  customer: ActCustomer,
  use: Amount & { shop: string; record_id: string; reverses_id: string },
): Act {
  return {
    action: 'customer.use_undone',
    subject: customer.id,
    sentence: `${actor.name} desfez o uso de ${amountOf(use)} de ${nameOf(customer)}`,
    after: use,
  }
}

/** 'Rui entregou Bolo a Marina D.' */
export function withdrawn(
  actor: Actor,
  customer: ActCustomer,
  voucher: { shop: string; prize: string; voucher_id: string },
): Act {
  return {
    action: 'customer.voucher_withdrawn',
    subject: customer.id,
    sentence: `${actor.name} entregou ${voucher.prize} a ${nameOf(customer)}`,
    after: voucher,
  }
}

function amountOf({ points_amount, points_value }: Amount): string {
  return `${counted(points_amount, 'ponto', 'pontos')} (${formatMoney(points_value)})`
}

function nameOf({ name }: ActCustomer): string {
  return masked('name', name) ?? 'um cliente sem cadastro'
}
