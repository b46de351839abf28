/**
 * Derives a customer's points from the records, in plain TypeScript and independently of the ledger's SQL. The replay takes
 * the facts of a record (points, time, purchase) and derives the lots again, by these rules (D4):
 *
 * - A generation opens a lot of its amount and value. The lot can be spent from the record's first day through its last, in
 *   the company's time zone. A deficit is paid from it at once.
 * - A consumption or a hold draws from the lots that can be spent: the earliest expiry first, lots that never expire last,
 *   then the oldest. Value follows the points, rounded down; the last draw of a lot takes the rest.
 * - A hold keeps its draws out of their lots. A capture spends the first draws. Every other draw, and every draw of a
 *   released hold, pays the deficit; the rest goes back to its lot.
 * - A return claims its share of the earning, halves rounded up, over all returns so far. The lot gives first. Under the
 *   policy `deficit` the customer owes the rest. `pending_only` takes nothing from an available lot. All returns of a
 *   purchase add up to its points and centavos (replay-returns.ts).
 * - A return lets points go that were spent or held. When such points come back to their lot, a record of its own takes them.
 * - The reversal of a consumption gives its draws back. A lot that has expired since can be spent for 15 more days, without
 *   the points that expired in it.
 * - A customer with a deficit has a balance of 0.
 *
 * A customer may have thousands of records, so no step searches all lots, holds or allocations: unexpired lots are kept in
 * the order of drawing, with their sum beside them.
 */

import { giveBack, isRecovery, purchaseReturn, recover } from './replay-back.ts'
import {
  add,
  allLots,
  change,
  draw,
  type Draw,
  type Made,
  noLots,
  nothing,
  openLot,
  partOfValue,
  passTo,
} from './replay-lots.ts'
import {
  absorb,
  allocate,
  type HoldStep,
  pay,
  type Replayed,
  type ReplayHold,
  type ReplayRecord,
  type State,
  type Totals,
  totals,
} from './replay-state.ts'

export type ReplayInput = { records: ReplayRecord[]; holds: ReplayHold[] }

/** `today` is the company's local date. Throws when a record is missing or when the rules do not produce it. */
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
    captures: new Map(holds.map((hold) => [hold.captured_record_id, hold])),
    returned: new Map(),
    shortfalls: new Map(),
    awaited: [],
    deficit_amount: 0,
    deficit_value: 0,
    difference_value: 0,
    received_amount: 0,
    spent_value: 0,
  }
  playHolds(state, 0)
  ordered.forEach((record, at) => {
    const { sequence } = record
    if (sequence !== at + 1) throw new Error(`record ${at + 1} is missing: ${sequence} follows`)
    passTo(state.lots, record.today)
    if (!isRecovery(record)) nothingAwaited(state, `before record ${sequence}`)
    const made = movements[record.type_id](state, record, state.captures.get(record.id))
    agree(record, 'amount', made.amount)
    agree(record, 'value', made.value)
    const left = totals(state)
    agree(record, 'balance_amount', left.amount)
    agree(record, 'balance_value', left.value)
    playHolds(state, sequence)
  })
  nothingAwaited(state, 'at the end')
  passTo(state.lots, today)
  return {
    ...totals(state),
    difference_value: state.difference_value,
    received_amount: state.received_amount,
    spent_value: state.spent_value,
    sequence: ordered.length,
    lots: allLots(state.lots),
    allocations: [...state.allocations.values()].flat(),
    paid_by_holds: state.paid_by_holds,
    holds: [...state.holds].map(([id, draws]) => ({ id, draws })),
    shortfalls: [...state.shortfalls.values()].flat(),
  }
}

function nothingAwaited({ awaited }: State, where: string): void {
  const [missing] = awaited
  if (missing) {
    throw new Error(
      `${where} a record is missing that takes ${missing.amount} of lot ${missing.lot}`,
    )
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

/** The only record whose figures are not derived: the programme's rules of that day made them. */
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

/** Opens and ends the holds that were opened or ended right after the record of sequence `after`. */
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

/** Puts the draws of a hold back into their lots. Returns the first `spent` points; the others pay the deficit first. */
function endHold(state: State, { id, opened_after }: ReplayHold, spent: number): Draw[] {
  const draws = state.holds.get(id) ?? []
  const held = sumOf(draws)
  add(state.held, { amount: -held.amount, value: -held.value })
  state.holds.delete(id)
  let missing = spent
  return draws.flatMap((drawn) => {
    const { lot, amount, value } = drawn
    const part = Math.min(missing, amount)
    const partValue = part > 0 ? partOfValue(value, part, amount) : 0
    missing -= part
    change(state.lots, drawn)
    const free = { lot, amount: amount - part, value: value - partValue }
    const paid = pay(state, recover(state, opened_after, free))
    if (paid) {
      change(state.lots, { lot, amount: -paid.amount, value: -paid.value })
      state.paid_by_holds.push({ hold: id, ...paid })
    }
    return part > 0 ? [{ lot, amount: part, value: partValue }] : []
  })
}

function sumOf(parts: Made[]): Made {
  return {
    amount: parts.reduce((sum, part) => sum + part.amount, 0),
    value: parts.reduce((sum, part) => sum + part.value, 0),
  }
}
