/**
 * What the records say a customer's points must be, worked out in plain TypeScript and apart from the ledger's own
 * functions. Of a record only what happened is taken (how many points, when, of which purchase); which lots it drew from
 * is derived again, by these rules (D4):
 *
 * - A generation opens a lot of its amount and value. A lot is good from the first day that its record names through the
 *   last, in the company's time zone. What the customer owes is taken from it at once.
 * - A consumption, and a hold, draws from the good lots: the earliest expiry first, what never expires last, then the
 *   oldest. Value follows the points: rounded down, and the last draw of a lot takes the rest.
 * - A hold keeps its draws out of their lots. A capture spends the first of them; the others are back in their lots.
 * - A return claims its share of the earning, rounded, halves up, over all returns so far: first from the lot, then, where
 *   the company chose `deficit`, the customer owes it. `pending_only` takes nothing from a lot that is available.
 * - A consumption's reversal gives its draws back. A lot that has expired since is good for 15 days more, without what was
 *   left in it.
 * - Who owes has a balance of 0.
 */

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

type Draw = { lot: string; amount: number; value: number }
type Lot = {
  id: string
  amount: number
  value: number
  expired_amount: number
  expired_value: number
  available_on: string | null
  expires_on: string | null
  created_at: string
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
  allocations: (Draw & { record: string; absorbs_deficit: boolean })[]
  /** The open ones. */
  holds: { id: string; draws: Draw[] }[]
}

type State = {
  records: Map<string, ReplayRecord>
  /** In the order of their creation. */
  lots: Lot[]
  allocations: Replayed['allocations']
  holds: Map<string, Draw[]>
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
    lots: [],
    allocations: [],
    holds: new Map(),
    returned: new Map(),
    deficit_amount: 0,
    deficit_value: 0,
    received_amount: 0,
    spent_value: 0,
  }
  const captures = new Map(holds.map((hold) => [hold.captured_record_id, hold]))
  playHolds(state, holds, 0)
  ordered.forEach((record, at) => {
    const { sequence } = record
    if (sequence !== at + 1) throw new Error(`record ${at + 1} is missing: ${sequence} follows`)
    const made = movements[record.type_id](state, record, captures.get(record.id))
    agree(record, 'amount', made.amount)
    agree(record, 'value', made.value)
    const left = totals(state, record.today)
    agree(record, 'balance_amount', left.amount)
    agree(record, 'balance_value', left.value)
    playHolds(state, holds, sequence)
  })
  return {
    ...totals(state, today),
    received_amount: state.received_amount,
    spent_value: state.spent_value,
    sequence: ordered.length,
    lots: state.lots,
    allocations: state.allocations,
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

type Made = { amount: number; value: number }
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
    state.lots.push({
      id,
      amount,
      value,
      expired_amount: 0,
      expired_value: 0,
      available_on,
      expires_on,
      created_at,
    })
    absorb(state, record, { lot: id, amount, value })
  }
  return { amount, value }
}

function consumption(state: State, record: ReplayRecord): Made {
  return spend(state, record, draw(state, -record.amount, record.today))
}

function capture(state: State, record: ReplayRecord, hold: ReplayHold): Made {
  let missing = -record.amount
  const spent = release(state, hold).flatMap(({ lot, amount, value }) => {
    const part = Math.min(missing, amount)
    missing -= part
    return part > 0 ? [{ lot, amount: part, value: partOfValue(value, part, amount) }] : []
  })
  return spend(state, record, spent)
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
  const lot = state.lots.find(({ id }) => id === earned.id)
  const is_pending = lot?.available_on && record.today < lot.available_on
  if (!lot || claimed === 0 || (record.policy === 'pending_only' && !is_pending)) return nothing

  const left = Math.min(claimed, lot.amount)
  const expired = Math.min(claimed - left, lot.expired_amount)
  const left_value = left > 0 ? partOfValue(lot.value, left, lot.amount) : 0
  const expired_value =
    expired > 0 ? partOfValue(lot.expired_value, expired, lot.expired_amount) : 0
  const taken = { amount: left + expired, value: left_value + expired_value }
  lot.amount -= left
  lot.value -= left_value
  lot.expired_amount -= expired
  lot.expired_value -= expired_value
  if (taken.amount > 0) {
    state.allocations.push({
      record: record.id,
      lot: lot.id,
      amount: -taken.amount,
      value: 0 - taken.value,
      absorbs_deficit: false,
    })
  }
  const owed = record.policy === 'deficit' ? claimed - taken.amount : 0
  const owed_value = owed > 0 ? Math.max(claimed_value - taken.value, 0) : 0
  state.deficit_amount += owed
  state.deficit_value += owed_value
  state.received_amount -= taken.amount + owed
  return { amount: 0 - taken.amount - owed, value: 0 - taken.value - owed_value }
}

const nothing: Made = { amount: 0, value: 0 }

function giveBack(state: State, record: ReplayRecord): Made {
  const spent = reversed(state, record)
  const draws = state.allocations
    .filter((allocation) => allocation.record === spent.id)
    .toSorted((one, other) => inOrder(lotOf(state, one.lot), lotOf(state, other.lot)))
  for (const { lot: id, amount, value } of draws) {
    const lot = lotOf(state, id)
    if (lot.expires_on !== null && lot.expires_on < record.today) {
      lot.expired_amount += lot.amount
      lot.expired_value += lot.value
      lot.amount = 0
      lot.value = 0
      lot.expires_on = daysAfter(record.today, extension_days)
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

/** Opens and ends the holds that were opened or ended right after a record. */
function playHolds(state: State, holds: ReplayHold[], after: number): void {
  const steps = holds.flatMap((hold) => [
    ...(hold.opened_after === after ? [{ step: hold.opened_step, hold, opens: true }] : []),
    ...(hold.ended_after === after && hold.captured_record_id === null
      ? [{ step: hold.ended_step ?? 0, hold, opens: false }]
      : []),
  ])
  for (const { hold, opens } of steps.toSorted((one, other) => one.step - other.step)) {
    if (opens) {
      const drawn = draw(state, hold.amount, hold.opened_on)
      for (const { lot, amount, value } of drawn)
        change(state, { lot, amount: -amount, value: -value })
      state.holds.set(hold.id, drawn)
    } else {
      release(state, hold)
    }
  }
}

/** The draws of a hold are back in their lots. */
function release(state: State, { id }: ReplayHold): Draw[] {
  const draws = state.holds.get(id) ?? []
  for (const draw of draws) change(state, draw)
  state.holds.delete(id)
  return draws
}

/** Takes nothing yet. */
function draw(state: State, asked: number, today: string): Draw[] {
  let missing = asked
  const good = state.lots
    .filter((lot) => isAvailable(lot, today) && lot.amount > 0)
    .toSorted(inOrder)
  const draws = good.flatMap(({ id, amount, value }) => {
    const part = Math.min(missing, amount)
    missing -= part
    return part > 0 ? [{ lot: id, amount: part, value: partOfValue(value, part, amount) }] : []
  })
  if (missing > 0) throw new Error(`${asked} points were drawn, ${missing} more than there were`)
  return draws
}

/** The part of a credit that pays what is owed. */
function absorb(state: State, record: ReplayRecord, credit: Draw): void {
  const absorbed = Math.min(state.deficit_amount, credit.amount)
  if (absorbed === 0) return
  const value = partOfValue(credit.value, absorbed, credit.amount)
  state.deficit_value -= partOfValue(state.deficit_value, absorbed, state.deficit_amount)
  state.deficit_amount -= absorbed
  allocate(state, record, { lot: credit.lot, amount: -absorbed, value: 0 - value }, true)
}

function allocate(state: State, record: ReplayRecord, done: Draw, absorbs_deficit = false): void {
  change(state, done)
  state.allocations.push({ record: record.id, ...done, value: done.value + 0, absorbs_deficit })
}

function change(state: State, { lot: id, amount, value }: Draw): void {
  const lot = lotOf(state, id)
  lot.amount += amount
  lot.value += value
}

function lotOf(state: State, id: string): Lot {
  const found = state.lots.find((lot) => lot.id === id)
  if (!found) throw new Error(`there is no lot ${id}`)
  return found
}

function totals(state: State, today: string): Totals {
  const available = sumOf(state.lots.filter((lot) => isAvailable(lot, today)))
  const pending = sumOf(
    state.lots.filter((lot) => lot.available_on !== null && today < lot.available_on),
  )
  const held = sumOf([...state.holds.values()].flat())
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

function isAvailable({ available_on, expires_on }: Lot, today: string): boolean {
  return (
    (available_on === null || available_on <= today) && (expires_on === null || today <= expires_on)
  )
}

/** Never is after every date: '~' is after every digit. */
function inOrder(one: Lot, other: Lot): number {
  const keys = [one, other].map(({ expires_on, created_at, id }) =>
    [expires_on ?? '~', created_at, id].join(' '),
  )
  return keys[0]! < keys[1]! ? -1 : 1
}

/** Exact: a value times an amount passes 2^53. */
function partOfValue(value: number, amount: number, whole: number): number {
  if (amount === whole) return value
  return Number((BigInt(value) * BigInt(amount)) / BigInt(whole))
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
