/**
 * Derives a customer's points from the records, in TypeScript and independently of the ledger's SQL. The replay takes the
 * points, the time and the purchase of each record. It derives the lots by these rules (D4).
 *
 * - A generation opens a lot of its amount and value. The lot can be spent from the record's first day through its last, in
 *   the company's time zone. A deficit is paid from it at once.
 * - A consumption or a hold draws from the lots that can be spent. The earliest expiry comes first, lots without expiry last,
 *   and of equal ones the oldest. A draw takes its share of the value, rounded down. The last draw of a lot takes the rest.
 * - A hold takes its draws out of their lots. A capture spends the first draws. The other draws, and all draws of a released
 *   hold, pay the deficit. The rest goes back to its lot.
 * - A return claims its share of the earning, halves rounded up, over all returns so far. The lot gives first. Under the
 *   policy `deficit` the customer owes the rest. `pending_only` takes nothing from an available lot. All returns of a
 *   purchase add up to its points and centavos (replay-returns.ts).
 * - A return cannot take points that were spent or are held. When such points come back to their lot, a separate record takes
 *   them.
 * - The reversal of a consumption gives its draws back. A lot that has expired since can be spent for 15 more days, without
 *   the points that expired in it.
 * - A merge takes whole lots from one account, and is a generation in the other. Points that go back take all that their lot has
 *   left. How many go back, the record alone tells: the other account may have spent some.
 * - A customer with a deficit has a balance of 0.
 *
 * A customer may have thousands of records, so no step searches all lots, holds or allocations. The state keeps unexpired lots in
 * the order of drawing, and their sum.
 */

import { giveBack, isRecovery, purchaseReturn } from './replay-back.ts'
import { endHold, playHolds, stepsOf } from './replay-holds.ts'
import {
  allLots,
  draw,
  type Draw,
  lotOf,
  sumOf,
  type Made,
  noLots,
  nothing,
  openLot,
  passTo,
} from './replay-lots.ts'
import {
  absorb,
  allocate,
  type Replayed,
  type ReplayHold,
  type ReplayRecord,
  type State,
  totals,
  type Totals,
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
    if (!isRecovery(state, record)) nothingAwaited(state, `before record ${sequence}`)
    const made = movements[record.type_id](state, record, state.captures.get(record.id))
    agree(record, 'amount', made.amount)
    agree(record, 'value', made.value)
    const balance = totals(state)
    agree(record, 'balance_amount', balance.amount)
    agree(record, 'balance_value', balance.value)
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

/** Takes the figures of a generation from its record, because they follow from the company's rules of that day. */
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
  if (record.moved_lot !== null) {
    const { id: lot, amount, value } = lotOf(state.lots, record.moved_lot)
    return spend(state, record, [{ lot, amount, value }])
  }
  return spend(state, record, draw(state.lots, -record.amount, record.today))
}

function capture(state: State, record: ReplayRecord, hold: ReplayHold): Made {
  return spend(state, record, endHold(state, hold, -record.amount))
}

function spend(state: State, record: ReplayRecord, draws: Draw[]): Made {
  for (const { lot, amount, value } of draws) {
    allocate(state, record, { lot, amount: -amount, value: -value })
  }
  const drawn = sumOf(draws)
  state.spent_value += drawn.value
  return { amount: 0 - drawn.amount, value: 0 - drawn.value }
}
