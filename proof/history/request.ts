/** A call as an HTTP request, and the fields of its answer that the specification determines. */

import type { Balance, Customer as CustomerData } from '#contract/customer.ts'
import type { ErrorBody } from '#contract/error.ts'
import type { Intention } from '#contract/intention.ts'
import type { GeneratedPoints, PointsEntry } from '#contract/points.ts'
import type { PromotionActivation as Activated } from '#contract/promotion.ts'
import type { Voucher } from '#contract/voucher.ts'

import type { Call } from './knowledge.ts'
import type { Answer, Command, Field, Fields, Verb } from './operation.ts'
import type { Customer, Shop } from './shop.ts'

export type Request = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body: object | null
}

type Route = Pick<Request, 'method' | 'path' | 'body'>

/** Purchases of an intention are worth more than its points. */
const purchase_value = 1_000_000
/** The most that a page of the history has (contract/points.ts). No history of a chunk is longer. */
const per_page = 5_000

export function requestOf(shop: Shop, customer: Customer, { caller, key, command }: Call): Request {
  const { headers } = customer
  const till = Number(/^till (\d+)$/.exec(caller)?.[1])
  const own = caller === 'customer' ? headers : { authorization: `Bearer ${shop.keys[till]}` }
  return {
    ...routeOf(shop, customer, command),
    headers: { ...own, ...(key !== null && { 'idempotency-key': key }) },
  }
}

function routeOf({ prizes }: Shop, { document }: Customer, command: Command): Route {
  const sale = { customer: { document }, subsidiary_name: 'Loja 1' }
  switch (command.verb) {
    case 'earn': {
      const { external_id, centavos, waits } = command
      const rule = waits ? { calculation_rule_id: 'depois' } : {}
      return post('partner/points/generate', {
        ...sale,
        ...rule,
        purchase_value: centavos,
        external_id,
      })
    }
    case 'open': {
      const { external_id, points, shop } = command
      return post('partner/points/intention', {
        customer: { document },
        purchase_value,
        points_amount: points,
        external_id,
        subsidiary_name: shop,
      })
    }
    case 'confirm':
      return post(`points/intention/${command.intention}/confirm`, null)
    case 'decline':
      return remove(`points/intention/${command.intention}`)
    case 'cancel':
      return remove(`partner/points/intention/${command.intention}`)
    case 'capture': {
      const { intention, code, points } = command
      return post(`partner/points/intention/${intention}/capture`, {
        ...(code && { code: code.digits }),
        ...(points !== null && { points_amount: points }),
      })
    }
    case 'redeem': {
      const products = command.products.map(([prize, quantity]) => ({
        prize_id: prizes[prize],
        quantity,
      }))
      return post('voucher/generate', { customer_document: document, products })
    }
    case 'withdraw':
      return post(`partner/voucher/${command.voucher}/withdraw`, { subsidiary_name: 'Loja 1' })
    case 'give_back':
      return post(`partner/voucher/${command.voucher}/cancel`, null)
    case 'return': {
      const { record, external_id, centavos } = command
      const returned = centavos === null ? {} : { returned_value: centavos }
      return post(`partner/points/${record}/reverse`, { external_id, ...returned })
    }
    case 'undo': {
      const { record, external_id, isPart } = command
      const returned = isPart ? { returned_value: 1 } : {}
      return post(`partner/points/${record}/reverse`, { external_id, ...returned })
    }
    case 'activate':
      return post(`promotion/${command.promotion}/activate`, null)
    default:
      return { method: 'GET', path: reads[command.verb], body: null }
  }
}

const reads = {
  balance: 'customer/balance',
  account: 'customer',
  intention: 'points/intention',
  history: `points?per_page=${per_page}`,
}

function post(path: string, body: object | null): Route {
  return { method: 'POST', path, body }
}

function remove(path: string): Route {
  return { method: 'DELETE', path, body: null }
}

/** `digits`: the code of an open intention, which only the customer's answers have. */
export function answerOf(
  verb: Verb,
  { status, replayed, body }: { status: number; replayed: boolean; body: unknown },
): { answer: Answer; digits: string | null } {
  if (status >= 300) {
    const { type, details = {} } = (body as ErrorBody).data
    return { answer: { error: type, replayed, fields: details }, digits: null }
  }
  const fields = fieldsOf[verb](body as never)
  return { answer: { error: null, replayed, fields }, digits: digitsIn(verb, body) }
}

function digitsIn(verb: Verb, body: unknown): string | null {
  return verb === 'confirm' || verb === 'intention'
    ? ((body as Intention | null)?.code ?? null)
    : null
}

const fieldsOf: { [verb in Verb]: (body: never) => Fields } = {
  earn: record,
  return: record,
  undo: record,
  activate: ({ id, points_amount: amount, points_value: value, balance: after }: Activated) => ({
    id,
    amount,
    value,
    balance: balance(after),
  }),
  open: intention,
  confirm: intention,
  capture: intention,
  decline: () => ({}),
  cancel: () => ({}),
  redeem: (vouchers: Voucher[]) => ({
    vouchers: vouchers.map(({ id, code, points_amount: points }) => ({ id, code, points })),
  }),
  withdraw: voucher,
  give_back: voucher,
  balance: balance,
  account: ({ balance: all }: CustomerData) => ({
    ...balance(all),
    pending_amount: all.pending_amount,
    pending_value: all.pending_value,
    held_amount: all.held_amount,
    held_value: all.held_value,
    deficit_amount: all.deficit_amount,
    deficit_value: all.deficit_value,
  }),
  intention: (body: Intention | null) => {
    if (!body) return { open: null }
    const { id, status, points_amount: points, points_value: value } = body
    return { open: { id, status, points, value } }
  },
  history: (entries: PointsEntry[]) => ({ records: entries.toReversed().map(entry) }),
}

function record({
  id,
  sequence,
  points_amount: amount,
  points_value: value,
  balance: after,
}: GeneratedPoints) {
  return { id, sequence, amount, value, balance: balance(after) }
}

function balance({ amount_balance, value_balance }: Balance) {
  return { amount: amount_balance, value: value_balance }
}

function intention(body: Intention): Fields {
  const { id, status, points_amount: points, points_value: value, captured } = body
  return {
    id,
    status,
    points,
    value,
    balance: balance(body.balance),
    captured: captured && {
      record: captured.record_id,
      points: captured.points_amount,
      value: captured.points_value,
    },
  }
}

function voucher({ id, state }: Voucher): Fields {
  return { id, state }
}

/** No answer names the records of a voucher, so they have the voucher's id. */
function entry({
  id,
  type_id,
  origin,
  source_id,
  points_amount,
  points_value,
}: PointsEntry): Field {
  return [type_id, origin === 'voucher' ? source_id : id, points_amount, points_value]
}
