/**
 * What the records say a customer's points must be, worked out in plain TypeScript and apart from the ledger's own
 * functions. Of a record only what happened is taken (how many points, when, of which purchase); which lots it drew from
 * is derived again, by these rules (D4):
 *
 * - A generation opens a lot of its amount and value. A lot is good from the first day that its record names through the
 *   last, in the company's time zone. What the customer owes is taken from it at once.
 * - A consumption, and a hold, draws from the good lots: the earliest expiry first, what never expires last, then the
 *   oldest. Value follows the points: rounded down, and the last draw of a lot takes the rest.
 * - A hold keeps its draws out of their lots. A capture spends the first of them; of the others, and of all that is
 *   released, each pays what the customer owes, and the rest is back in its lot.
 * - A return claims its share of the earning, rounded, halves up, over all returns so far: first from the lot, then, where
 *   the company chose `deficit`, the customer owes it. `pending_only` takes nothing from a lot that is available.
 * - A consumption's reversal gives its draws back. A lot that has expired since is good for 15 days more, without what was
 *   left in it.
 * - Who owes has a balance of 0.
 *
 * A customer may have thousands of records. So nothing is looked for among all lots, holds or allocations at each: what is
 * good is kept in its order, and its sum beside it.
 */

import {
  add,
  allLots,
  change,
  draw,
  type Draw,
  type Lot,
  lotOf,
  type Lots,
  type Made,
  noLots,
  nothing,
  openLot,
  orderOf,
  partOfValue,
  passTo,
} from './replay-lots.ts'

export type ReplayRecord = {
  id: string
  sequence: number
  type_id: 'GNR' | 'CNS' | 'GNR_REVERSAL' | 'CNS_REVERSAL'
  amount: number
  value: number
  purchase_value: number | null
  reverses_id: string | null
  /** The company's choice when a purchase came back. */
  policy: string | null
  available_on: string | null
  expires_on: string | null
  balance_amount: number
  balance_value: number
  created_at: string
  /** The company's date of created_at. */
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

type Totals = {
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
  received_amount: number
  spent_value: number
  sequence: number
  lots: Lot[]
  allocations: Allocation[]
  /** What of a hold was freed and paid what was owed. */
  paid_by_holds: (Draw & { hold: string })[]
  /** The open ones. */
  holds: { id: string; draws: Draw[] }[]
}

type Allocation = Draw & { record: string; absorbs_deficit: boolean }
type HoldStep = { step: number; hold: ReplayHold; opens: boolean }

type State = {
  records: Map<string, ReplayRecord>
  lots: Lots
  held: Made
  /** By record. */
  allocations: Map<string, Allocation[]>
  paid_by_holds: Replayed['paid_by_holds']
  holds: Map<string, Draw[]>
  /** By the record after which they are taken. */
  hold_steps: Map<number, HoldStep[]>
  /** Purchase → what was returned of it so far. */
  returned: Map<string, number>
  deficit_amount: number
  deficit_value: number
  received_amount: number
  spent_value: number
}

const extension_days = 15

/** `today` is the company's local date. Throws when a record is missing, or is not what the rules make of it. */
export function replay(records: ReplayRecord[], holds: ReplayHold[], today: string): Replayed {
  const ordered = records.toSorted((one, other) => one.sequence - other.sequence)
  const state: State = {
    records: new Map(ordered.map((record) => [record.id, record])),
    lots: noLots(),
    held: { ...nothing },
    allocations: new Map(),
    paid_by_holds: [],
    holds: new Map(),
    hold_steps: stepsOf(holds),
    returned: new Map(),
    deficit_amount: 0,
    deficit_value: 0,
    received_amount: 0,
    spent_value: 0,
  }
  const captures = new Map(holds.map((hold) => [hold.captured_record_id, hold]))
  playHolds(state, 0)
  ordered.forEach((record, at) => {
    const { sequence } = record
    if (sequence !== at + 1) throw new Error(`record ${at + 1} is missing: ${sequence} follows`)
    passTo(state.lots, record.today)
    const made = movements[record.type_id](state, record, captures.get(record.id))
    agree(record, 'amount', made.amount)
    agree(record, 'value', made.value)
    const left = totals(state)
    agree(record, 'balance_amount', left.amount)
    agree(record, 'balance_value', left.value)
    playHolds(state, sequence)
  })
  passTo(state.lots, today)
  return {
    ...totals(state),
    received_amount: state.received_amount,
    spent_value: state.spent_value,
    sequence: ordered.length,
    lots: allLots(state.lots),
    allocations: [...state.allocations.values()].flat(),
    paid_by_holds: state.paid_by_holds,
    holds: [...state.holds].map(([id, draws]) => ({ id, draws })),
  }
}

function agree(
  record: ReplayRecord,
  field: (keyof ReplayRecord & keyof Totals) | 'balance_amount' | 'balance_value',
  derived: number,
): void {
  if (record[field] !== derived) {
    throw new Error(
      `record ${record.sequence}: ${field} ${record[field]}, the rules say ${derived}`,
    )
  }
}

type Movement = (state: State, record: ReplayRecord, hold: ReplayHold | undefined) => Made

const movements: Record<ReplayRecord['type_id'], Movement> = {
  GNR: generation,
  CNS: (state, record, hold) => (hold ? capture(state, record, hold) : consumption(state, record)),
  GNR_REVERSAL: purchaseReturn,
  CNS_REVERSAL: giveBack,
}

/** The only record whose figures are taken as they are: the rules of the day made them. */
function generation(state: State, record: ReplayRecord): Made {
  const { id, amount, value, available_on, expires_on, created_at } = record
  state.received_amount += amount
  if (amount > 0) {
    openLot(state.lots, { id, amount, value, available_on, expires_on, created_at })
    absorb(state, record, { lot: id, amount, value })
  }
  return { amount, value }
}

function consumption(state: State, record: ReplayRecord): Made {
  return spend(state, record, draw(state.lots, -record.amount, record.today))
}

function capture(state: State, record: ReplayRecord, hold: ReplayHold): Made {
  return spend(state, record, endHold(state, hold, -record.amount))
}

function spend(state: State, record: ReplayRecord, draws: Draw[]): Made {
  for (const { lot, amount, value } of draws) {
    allocate(state, record, { lot, amount: -amount, value: -value })
  }
  const spent = sumOf(draws)
  state.spent_value += spent.value
  return { amount: 0 - spent.amount, value: 0 - spent.value }
}

function purchaseReturn(state: State, record: ReplayRecord): Made {
  const earned = reversed(state, record)
  const purchase = earned.purchase_value ?? 0
  const before = state.returned.get(earned.id) ?? 0
  const after = before + (record.purchase_value ?? 0)
  state.returned.set(earned.id, after)
  if (after > purchase) throw new Error(`record ${record.sequence} returns more than was bought`)
  const claimed = share(earned.amount, after, purchase) - share(earned.amount, before, purchase)
  const claimed_value = share(earned.value, after, purchase) - share(earned.value, before, purchase)
  const lot = state.lots.by_id.get(earned.id)
  const is_pending = lot?.available_on && record.today < lot.available_on
  if (!lot || claimed === 0 || (record.policy === 'pending_only' && !is_pending)) return nothing

  const left = Math.min(claimed, lot.amount)
  const expired = Math.min(claimed - left, lot.expired_amount)
  const left_value = left > 0 ? partOfValue(lot.value, left, lot.amount) : 0
  const expired_value =
    expired > 0 ? partOfValue(lot.expired_value, expired, lot.expired_amount) : 0
  const taken = { amount: left + expired, value: left_value + expired_value }
  change(state.lots, { lot: lot.id, amount: -left, value: -left_value })
  lot.expired_amount -= expired
  lot.expired_value -= expired_value
  if (taken.amount > 0) {
    note(state, record, { lot: lot.id, amount: -taken.amount, value: 0 - taken.value }, false)
  }
  const owed = record.policy === 'deficit' ? claimed - taken.amount : 0
  const owed_value = owed > 0 ? Math.max(claimed_value - taken.value, 0) : 0
  state.deficit_amount += owed
  state.deficit_value += owed_value
  state.received_amount -= taken.amount + owed
  return { amount: 0 - taken.amount - owed, value: 0 - taken.value - owed_value }
}

function giveBack(state: State, record: ReplayRecord): Made {
  const spent = reversed(state, record)
  const draws = (state.allocations.get(spent.id) ?? []).toSorted((one, other) =>
    lotOf(state.lots, one.lot).order < lotOf(state.lots, other.lot).order ? -1 : 1,
  )
  for (const { lot: id, amount, value } of draws) {
    const lot = lotOf(state.lots, id)
    if (lot.expires_on !== null && lot.expires_on < record.today) {
      lot.expired_amount += lot.amount
      lot.expired_value += lot.value
      change(state.lots, { lot: id, amount: -lot.amount, value: -lot.value })
      lot.expires_on = daysAfter(record.today, extension_days)
      lot.order = orderOf(lot)
    }
    allocate(state, record, { lot: id, amount: -amount, value: 0 - value })
    absorb(state, record, { lot: id, amount: -amount, value: 0 - value })
  }
  state.spent_value += spent.value
  return { amount: 0 - spent.amount, value: 0 - spent.value }
}

function reversed(state: State, { sequence, reverses_id }: ReplayRecord): ReplayRecord {
  const found = state.records.get(reverses_id ?? '')
  if (!found || found.sequence >= sequence) {
    throw new Error(`record ${sequence} reverses none before it`)
  }
  return found
}

function stepsOf(holds: ReplayHold[]): Map<number, HoldStep[]> {
  const steps = new Map<number, HoldStep[]>()
  function put(after: number, step: HoldStep): void {
    const known = steps.get(after)
    if (known) known.push(step)
    else steps.set(after, [step])
  }
  for (const hold of holds) {
    put(hold.opened_after, { step: hold.opened_step, hold, opens: true })
    if (hold.ended_after !== null && hold.captured_record_id === null) {
      put(hold.ended_after, { step: hold.ended_step ?? 0, hold, opens: false })
    }
  }
  return steps
}

/** Opens and ends the holds that were opened or ended right after a record. */
function playHolds(state: State, after: number): void {
  const steps = state.hold_steps.get(after) ?? []
  for (const { hold, opens } of steps.toSorted((one, other) => one.step - other.step)) {
    if (opens) {
      passTo(state.lots, hold.opened_on)
      const drawn = draw(state.lots, hold.amount, hold.opened_on)
      for (const { lot, amount, value } of drawn)
        change(state.lots, { lot, amount: -amount, value: -value })
      state.holds.set(hold.id, drawn)
      add(state.held, sumOf(drawn))
    } else {
      passTo(state.lots, hold.ended_on ?? state.lots.today)
      endHold(state, hold, 0)
    }
  }
}

/** The draws of a hold are back in their lots; returns the first `spent` points of them, and the others pay what is owed. */
function endHold(state: State, { id }: ReplayHold, spent: number): Draw[] {
  const draws = state.holds.get(id) ?? []
  const held = sumOf(draws)
  add(state.held, { amount: -held.amount, value: -held.value })
  state.holds.delete(id)
  let missing = spent
  return draws.flatMap((drawn) => {
    const { lot, amount, value } = drawn
    const part = Math.min(missing, amount)
    const part_value = part > 0 ? partOfValue(value, part, amount) : 0
    missing -= part
    change(state.lots, drawn)
    const paid = pay(state, { lot, amount: amount - part, value: value - part_value })
    if (paid) {
      change(state.lots, { lot, amount: -paid.amount, value: -paid.value })
      state.paid_by_holds.push({ hold: id, ...paid })
    }
    return part > 0 ? [{ lot, amount: part, value: part_value }] : []
  })
}

/** The part of a credit that pays what is owed. */
function absorb(state: State, record: ReplayRecord, credit: Draw): void {
  const paid = pay(state, credit)
  if (!paid) return
  const { lot, amount, value } = paid
  allocate(state, record, { lot, amount: -amount, value: 0 - value }, true)
}

/** Lessens what is owed by a credit, or a part of it; returns that part, still in its lot. */
function pay(state: State, { lot, amount, value }: Draw): Draw | undefined {
  const paid = Math.min(state.deficit_amount, amount)
  if (paid === 0) return undefined
  state.deficit_value -= partOfValue(state.deficit_value, paid, state.deficit_amount)
  state.deficit_amount -= paid
  return { lot, amount: paid, value: partOfValue(value, paid, amount) }
}

function allocate(state: State, record: ReplayRecord, done: Draw, absorbs_deficit = false): void {
  change(state.lots, done)
  note(state, record, done, absorbs_deficit)
}

function note(state: State, { id }: ReplayRecord, done: Draw, absorbs_deficit: boolean): void {
  const noted = state.allocations.get(id) ?? []
  noted.push({ record: id, ...done, value: done.value + 0, absorbs_deficit })
  state.allocations.set(id, noted)
}

function totals(state: State): Totals {
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

function share(earned: number, returned: number, purchase: number): number {
  return Number(
    (2n * BigInt(earned) * BigInt(returned) + BigInt(purchase)) / (2n * BigInt(purchase)),
  )
}

function sumOf(parts: Made[]): Made {
  return {
    amount: parts.reduce((sum, part) => sum + part.amount, 0),
    value: parts.reduce((sum, part) => sum + part.value, 0),
  }
}

function daysAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
