/** Returns in a replay: returned purchases, the recovery of points that a return let go, and undone consumptions (D4). */

import { change, type Draw, lotOf, type Made, nothing, orderOf } from './replay-lots.ts'
import {
  noteRecovered,
  recovery,
  returnParts,
  share,
  type Shortfall,
  shortfallOf,
} from './replay-returns.ts'
import { absorb, allocate, note, type ReplayRecord, type State } from './replay-state.ts'

/** Days for which points that come back to an expired lot can be spent (D4). Not read from the engine, which the replay proves. */
const extensionDays = 15

export function purchaseReturn(state: State, record: ReplayRecord): Made {
  if (record.is_merge) return recalledCredit(state, record)
  if (isUndoneCredit(state, record)) return undoneCredit(state, record)
  return isRecovery(state, record) ? recoveryRecord(state, record) : takeBack(state, record)
}

/** Whether the record undoes a credit that no purchase earned: an adjustment of the company's staff. */
function isUndoneCredit(state: State, { type_id, reverses_id }: ReplayRecord): boolean {
  const earned = reverses_id === null ? undefined : state.records.get(reverses_id)
  return type_id === 'GNR_REVERSAL' && earned?.purchase_value === null
}

/** Takes the whole credit from its lot, which must still have all of it. */
function undoneCredit(state: State, record: ReplayRecord): Made {
  const earned = reversed(state, record)
  const lot = lotOf(state.lots, earned.id)
  if (lot.amount !== earned.amount || lot.value !== earned.value) {
    throw new Error(`record ${record.sequence} takes back points that its lot no longer has`)
  }
  const part = { lot: lot.id, amount: 0 - earned.amount, value: 0 - earned.value }
  change(state.lots, part)
  note(state, record, part)
  state.received_amount -= earned.amount
  return { amount: part.amount, value: part.value }
}

/** Takes all that is left of a moved lot. A merge begins with a record of 0 points, which has no lot. */
function recalledCredit(state: State, record: ReplayRecord): Made {
  const earned = reversed(state, record)
  if (earned.amount === 0) return nothing
  const lot = lotOf(state.lots, earned.id)
  const part = { lot: lot.id, amount: 0 - lot.amount, value: 0 - lot.value }
  change(state.lots, part)
  note(state, record, part)
  state.received_amount += part.amount
  return { amount: part.amount, value: part.value }
}

/** Whether the record returns no goods, but takes points that an earlier return had let go. */
export function isRecovery(state: State, record: ReplayRecord): boolean {
  const { type_id, purchase_value } = record
  return type_id === 'GNR_REVERSAL' && purchase_value === null && !isUndoneCredit(state, record)
}

function recoveryRecord(state: State, record: ReplayRecord): Made {
  const awaited = state.awaited.shift()
  if (!awaited || awaited.lot !== record.reverses_id) {
    throw new Error(`record ${record.sequence} takes what did not come back`)
  }
  const { lot, amount, value, record_value } = awaited
  note(state, record, { lot, amount: -amount, value: 0 - value })
  if (value !== record_value) {
    keepShortfall(state, { ...shortfallOf(record, lot), difference_value: value - record_value })
  }
  state.received_amount -= amount
  return { amount: 0 - amount, value: 0 - record_value }
}

function takeBack(state: State, record: ReplayRecord): Made {
  const earned = reversed(state, record)
  const purchase = earned.purchase_value ?? 0
  const returned = state.returned.get(earned.id) ?? { purchase: 0, value: 0 }
  const after = returned.purchase + (record.purchase_value ?? 0)
  if (after > purchase) throw new Error(`record ${record.sequence} returns more than was bought`)
  const lot = state.lots.byId.get(earned.id)
  const parts = lot
    ? returnParts({
        earned,
        returned,
        after,
        lot,
        isPending: lot.available_on !== null && record.today < lot.available_on,
        policy: record.policy,
        shortfalls: state.shortfalls.get(lot.id) ?? [],
        difference_value: state.difference_value,
      })
    : null
  if (!lot || !parts) {
    state.returned.set(earned.id, { ...returned, purchase: after })
    return nothing
  }
  const { fromLot, fromExpired, record_value, owed_amount, ...rest } = parts
  change(state.lots, { lot: lot.id, amount: -fromLot.amount, value: -fromLot.value })
  lot.expired_amount -= fromExpired.amount
  lot.expired_value -= fromExpired.value
  const takenAmount = fromLot.amount + fromExpired.amount
  if (takenAmount > 0) {
    note(state, record, {
      lot: lot.id,
      amount: -takenAmount,
      value: 0 - fromLot.value - fromExpired.value,
    })
  }
  const shortfall = { ...shortfallOf(record, lot.id), owed_amount, ...rest }
  keepShortfall(state, shortfall)
  state.deficit_amount += owed_amount
  state.deficit_value += shortfall.owed_value
  state.difference_value += shortfall.difference_value
  state.received_amount -= takenAmount + owed_amount
  state.returned.set(earned.id, { purchase: after, value: returned.value + record_value })
  return { amount: 0 - takenAmount - owed_amount, value: 0 - record_value }
}

function keepShortfall({ shortfalls }: State, shortfall: Shortfall): void {
  const { owed_amount, let_go_amount, kept_amount, difference_value } = shortfall
  if (owed_amount + let_go_amount + kept_amount + Math.abs(difference_value) === 0) return
  const ofLot = shortfalls.get(shortfall.lot)
  if (ofLot) ofLot.push(shortfall)
  else shortfalls.set(shortfall.lot, [shortfall])
}

export function giveBack(state: State, record: ReplayRecord): Made {
  const consumption = reversed(state, record)
  if (record.is_merge) return comeHome(state, record, consumption)
  const spent_after = state.captures.get(consumption.id)?.opened_after ?? consumption.sequence
  const draws = (state.allocations.get(consumption.id) ?? []).toSorted((one, other) =>
    lotOf(state.lots, one.lot).order < lotOf(state.lots, other.lot).order ? -1 : 1,
  )
  for (const { lot: id, amount, value } of draws) {
    const lot = lotOf(state.lots, id)
    if (lot.expires_on !== null && lot.expires_on < record.today) {
      lot.expired_amount += lot.amount
      lot.expired_value += lot.value
      change(state.lots, { lot: id, amount: -lot.amount, value: -lot.value })
      lot.expires_on = daysAfter(record.today, extensionDays)
      lot.order = orderOf(lot)
    }
    const back = { lot: id, amount: -amount, value: 0 - value }
    allocate(state, record, back)
    absorb(state, record, recover(state, spent_after, back))
  }
  state.spent_value += consumption.value
  return { amount: 0 - consumption.amount, value: 0 - consumption.value }
}

/** Points of a merge come back to their lot: as many as the other account had left. */
function comeHome(
  state: State,
  record: ReplayRecord,
  { sequence, moved_lot, ...gone }: ReplayRecord,
): Made {
  const { amount, value } = record
  if (moved_lot === null || amount > -gone.amount || value > -gone.value) {
    throw new Error(`record ${record.sequence} gives back more than a merge moved`)
  }
  const back = { lot: moved_lot, amount, value }
  allocate(state, record, back)
  absorb(state, record, recover(state, sequence, back))
  state.spent_value -= value
  return { amount, value }
}

/** Takes, from points that came back to a lot, the part that a return had let go. Returns the rest. */
export function recover(state: State, spent_after: number, back: Draw): Draw {
  const shortfalls = state.shortfalls.get(back.lot) ?? []
  if (shortfalls.length === 0) return back
  const earned = state.records.get(back.lot)
  const returned = state.returned.get(back.lot)
  if (!earned || !returned) return back
  const recovered = recovery({
    back,
    spent_after,
    shortfalls,
    value_left: earned.value - returned.value,
    is_whole: share(earned.amount, returned.purchase, earned.purchase_value ?? 0) === earned.amount,
    difference_value: state.difference_value,
  })
  if (recovered.amount === 0) return back
  const { lot, amount, value, record_value } = recovered
  noteRecovered(shortfalls, spent_after, amount)
  state.awaited.push(recovered)
  state.difference_value += value - record_value
  state.returned.set(lot, { ...returned, value: returned.value + record_value })
  change(state.lots, { lot, amount: -amount, value: -value })
  return { lot, amount: back.amount - amount, value: back.value - value }
}

function reversed(state: State, { sequence, reverses_id }: ReplayRecord): ReplayRecord {
  const found = state.records.get(reverses_id ?? '')
  if (!found || found.sequence >= sequence) {
    throw new Error(`record ${sequence} reverses none before it`)
  }
  return found
}

function daysAfter(date: string, days: number): string {
  const day = new Date(`${date}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}
