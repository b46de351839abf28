/** The state of a replay, and the rule by which a credit pays a deficit. */

import type { RecordResult } from '#engine/result.ts'

import { change, type Draw, type Lot, type Lots, type Made } from './replay-lots.ts'
import type { Recovery, Shortfall } from './replay-returns.ts'
import { deficitPayment } from './replay-returns.ts'

export type ReplayRecord = {
  id: string
  sequence: number
  type_id: RecordResult['type_id']
  amount: number
  value: number
  purchase_value: number | null
  reverses_id: string | null
  /** The company's policy for returns at that time (`policy` of the company file). */
  policy: string | null
  /** The record belongs to a merge of two accounts of a person. */
  is_merge: boolean
  /** The lot that a merge moves to the other account as a whole; null: no lot. */
  moved_lot: string | null
  available_on: string | null
  expires_on: string | null
  balance_amount: number
  balance_value: number
  created_at: string
  /** The local date of created_at in the company's time zone. */
  today: string
}

export type ReplayHold = {
  id: string
  amount: number
  opened_after: number
  opened_step: number
  opened_on: string
  ended_after: number | null
  ended_step: number | null
  ended_on: string | null
  captured_record_id: string | null
}

export type Totals = {
  amount: number
  value: number
  pending_amount: number
  pending_value: number
  held_amount: number
  held_value: number
  deficit_amount: number
  deficit_value: number
}
export type Replayed = Totals & {
  /** Centavos that lots gave and no record states. */
  difference_value: number
  received_amount: number
  spent_value: number
  sequence: number
  lots: Lot[]
  allocations: Allocation[]
  /** The parts of ended holds that were freed and then paid a deficit. */
  paid_by_holds: (Draw & { hold: string; deficit_value: number })[]
  /** The open holds, each with its draws. */
  holds: { id: string; draws: Draw[] }[]
  shortfalls: Shortfall[]
}

type Allocation = Draw & {
  record: string
  absorbs_deficit: boolean
  /** Centavos of the deficit that an absorbed part paid. */
  deficit_value: number | null
}
export type HoldStep = { step: number; hold: ReplayHold; opens: boolean }

export type State = {
  records: Map<string, ReplayRecord>
  lots: Lots
  held: Made
  /** Id of a record → the allocations that it made. */
  allocations: Map<string, Allocation[]>
  paid_by_holds: Replayed['paid_by_holds']
  holds: Map<string, Draw[]>
  /** Sequence of a record → the holds that were opened or ended right after it. */
  hold_steps: Map<number, HoldStep[]>
  /** Id of a consumption → the hold that it captured. */
  captures: Map<string | null, ReplayHold>
  /** Id of a purchase → the sums of its returns: centavos of the purchase, and centavos of the points' value that they took. */
  returned: Map<string, { purchase: number; value: number }>
  /** Id of a lot → the shortfalls of the returns of its purchase. */
  shortfalls: Map<string, Shortfall[]>
  /** Recoveries of points that came back to their lots. The next records must state them, in this order. */
  awaited: Recovery[]
  deficit_amount: number
  deficit_value: number
  difference_value: number
  received_amount: number
  spent_value: number
}

export function totals(state: State): Totals {
  const { held } = state
  const { available, pending } = state.lots
  const owes = state.deficit_amount > 0
  return {
    amount: owes ? 0 : available.amount,
    value: owes ? 0 : available.value,
    pending_amount: pending.amount,
    pending_value: pending.value,
    held_amount: held.amount,
    held_value: held.value,
    deficit_amount: state.deficit_amount,
    deficit_value: state.deficit_value,
  }
}

/** Pays the deficit from a credit, up to its amount, and adds the allocation. */
export function absorb(state: State, record: ReplayRecord, credit: Draw): void {
  const payment = pay(state, credit)
  if (!payment) return
  const { lot, amount, value, deficit_value } = payment
  change(state.lots, { lot, amount: -amount, value: -value })
  note(state, record, { lot, amount: -amount, value: 0 - value }, deficit_value)
}

/** Reduces the deficit by as much of a credit as is owed. Returns that part of the credit: the caller takes it from its lot. */
export function pay(state: State, credit: Draw): (Draw & { deficit_value: number }) | undefined {
  if (Math.min(state.deficit_amount, credit.amount) === 0) return undefined
  const payment = deficitPayment(state, credit)
  state.deficit_amount -= payment.amount
  state.deficit_value -= payment.deficit_value
  state.difference_value += payment.value - payment.deficit_value
  return { lot: credit.lot, ...payment }
}

export function allocate(state: State, record: ReplayRecord, done: Draw): void {
  change(state.lots, done)
  note(state, record, done)
}

export function note(
  state: State,
  { id }: ReplayRecord,
  done: Draw,
  deficit_value: number | null = null,
): void {
  const allocations = state.allocations.get(id) ?? []
  const absorbs_deficit = deficit_value !== null
  allocations.push({ record: id, ...done, value: done.value + 0, absorbs_deficit, deficit_value })
  state.allocations.set(id, allocations)
}
