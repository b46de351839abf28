/**
 * Computes the parts of a return in a replay, in points and centavos, and of points that come back after it (D4). The rules are
 * those of docs/decisions/015-returns.md.
 *
 * - The returns of a purchase add up to its points and centavos. The return that takes the last point takes every centavo
 *   that earlier returns did not take.
 * - A lot gives its part rounded down. The centavos that pay a deficit are the centavos that were owed.
 * - 0 points are worth 0 centavos. Centavos that would remain at 0 points go to `difference_value`: lots gave them, and no
 *   record states them. The next part that may give more or less corrects the difference.
 */

import { type Draw, type Lot, type Made, partOfValue } from './replay-lots.ts'

/** The part of a return's claim that its lot did not give. */
export type Shortfall = {
  record: string
  lot: string
  sequence: number
  owed_amount: number
  owed_value: number
  let_go_amount: number
  let_go_value: number
  recovered_amount: number
  recovered_value: number
  kept_amount: number
  kept_value: number
  difference_value: number
}
/**
 * Points that a recovery takes after they came back to their lot. The centavos that the lot gives are in `value`. The
 * centavos that the record of the recovery states are in `record_value`.
 */
export type Recovery = Draw & { record_value: number }

export function shortfallOf(record: { id: string; sequence: number }, lot: string): Shortfall {
  return {
    record: record.id,
    lot,
    sequence: record.sequence,
    owed_amount: 0,
    owed_value: 0,
    let_go_amount: 0,
    let_go_value: 0,
    recovered_amount: 0,
    recovered_value: 0,
    kept_amount: 0,
    kept_value: 0,
    difference_value: 0,
  }
}

type Return = {
  earned: { amount: number; value: number; purchase_value: number | null }
  /** Sums of the earlier returns: centavos of the purchase that came back, and centavos of the points' value that they took. */
  returned: { purchase: number; value: number }
  /** Centavos of the purchase that came back in all returns, this one included. */
  after: number
  lot: Lot
  isPending: boolean
  policy: string | null
  shortfalls: Shortfall[]
  difference_value: number
}

/** Null when the return claims no point. */
export function returnParts({
  earned,
  returned,
  after,
  lot,
  isPending,
  policy,
  shortfalls,
  difference_value,
}: Return) {
  const purchase = earned.purchase_value ?? 0
  const total = share(earned.amount, after, purchase)
  const claimed = total - share(earned.amount, returned.purchase, purchase)
  if (claimed === 0) return null
  const accounted = returned.value + sum(shortfalls, openValue)
  const value_left = atLeast0(earned.value - accounted)
  const is_last = total === earned.amount
  const claimed_value = is_last
    ? value_left
    : Math.min(atLeast0(share(earned.value, after, purchase) - accounted), value_left)

  const takes = policy !== 'pending_only' || isPending
  const fromLot = partOf(lot, takes ? Math.min(claimed, lot.amount) : 0)
  const expired = { amount: lot.expired_amount, value: lot.expired_value }
  const fromExpired = partOf(
    expired,
    takes ? Math.min(claimed - fromLot.amount, expired.amount) : 0,
  )
  const unspent = lot.amount + lot.expired_amount - sum(shortfalls, (one) => one.kept_amount)
  const kept_amount = takes ? 0 : Math.min(claimed, atLeast0(unspent))
  const returnedValue = fromLot.value + fromExpired.value
  const rest = claimed - fromLot.amount - fromExpired.amount - kept_amount
  const owed_amount = policy === 'deficit' ? rest : 0
  const let_go_amount = rest - owed_amount

  let record_value = Math.min(returnedValue, value_left)
  let owed_value = 0
  let let_go_value = 0
  let kept_value = 0
  if (owed_amount > 0) {
    record_value = is_last
      ? value_left
      : Math.min(Math.max(claimed_value, returnedValue), value_left)
    owed_value = atLeast0(record_value - returnedValue - difference_value)
  } else if (let_go_amount + kept_amount > 0) {
    const open = atLeast0(claimed_value - record_value)
    let_go_value = partOf({ amount: let_go_amount + kept_amount, value: open }, let_go_amount).value
    kept_value = open - let_go_value
  } else {
    if (is_last) record_value = value_left
    const aim = record_value - difference_value
    // While the lot keeps points it also keeps centavos, so it can give exactly the centavos that the record states.
    if (fromLot.amount < lot.amount) fromLot.value = within(aim, lot.value)
    else if (fromExpired.amount > 0 && fromExpired.amount < expired.amount) {
      fromExpired.value = within(aim - fromLot.value, expired.value)
    }
  }
  return {
    fromLot,
    fromExpired,
    owed_amount,
    owed_value,
    let_go_amount,
    let_go_value,
    kept_amount,
    kept_value,
    record_value,
    difference_value: fromLot.value + fromExpired.value + owed_value - record_value,
  }
}

type Back = {
  back: Draw
  /** Sequence of the record after which these points were spent or held. Only a return after it can have let them go. */
  spent_after: number
  shortfalls: Shortfall[]
  /** Centavos of the earning that no return has taken. */
  value_left: number
  /** Whether the returns of the purchase have claimed every point that it earned. */
  is_whole: boolean
  difference_value: number
}

export function recovery({
  back,
  spent_after,
  shortfalls,
  value_left,
  is_whole,
  difference_value,
}: Back): Recovery {
  const open = shortfalls.filter(({ sequence }) => sequence > spent_after)
  const amount = Math.min(sum(open, openAmount), back.amount)
  let { value } = partOf(back, amount)
  const is_last =
    is_whole &&
    amount === sum(shortfalls, openAmount) &&
    shortfalls.every(({ kept_amount }) => kept_amount === 0)
  const record_value = is_last ? value_left : Math.min(value, value_left)
  if (amount < back.amount) value = within(record_value - difference_value, back.value)
  return { lot: back.lot, amount, value, record_value }
}

/** The oldest return first. */
export function noteRecovered(shortfalls: Shortfall[], spent_after: number, amount: number): void {
  let missing = amount
  for (const shortfall of shortfalls) {
    const open = openAmount(shortfall)
    if (shortfall.sequence <= spent_after || open === 0 || missing === 0) continue
    const part = Math.min(missing, open)
    const value = shortfall.let_go_value - shortfall.recovered_value
    shortfall.recovered_value += partOfValue(value, part, open)
    shortfall.recovered_amount += part
    missing -= part
  }
}

/** The part of a credit that pays a deficit: `value` leaves its lot, `deficit_value` leaves the debt. */
export function deficitPayment(
  owes: { deficit_amount: number; deficit_value: number; difference_value: number },
  credit: Made,
) {
  const amount = Math.min(owes.deficit_amount, credit.amount)
  const payment = { amount, value: credit.value, deficit_value: owes.deficit_value }
  if (amount < credit.amount) {
    payment.value = within(owes.deficit_value - owes.difference_value, credit.value)
  } else if (amount < owes.deficit_amount) {
    payment.deficit_value = within(credit.value + owes.difference_value, owes.deficit_value)
  }
  return payment
}

function openAmount({ let_go_amount, recovered_amount }: Shortfall): number {
  return let_go_amount - recovered_amount
}

function openValue({ let_go_value, recovered_value, kept_value }: Shortfall): number {
  return let_go_value - recovered_value + kept_value
}

function partOf({ amount: whole, value }: Made, amount: number): Made {
  return { amount, value: amount > 0 ? partOfValue(value, amount, whole) : 0 }
}

/** The share of the earning that a return claims: earned × returned ÷ purchase. A half is rounded up. */
export function share(earned: number, returned: number, purchase: number): number {
  return Number(
    (2n * BigInt(earned) * BigInt(returned) + BigInt(purchase)) / (2n * BigInt(purchase)),
  )
}

function atLeast0(value: number): number {
  return Math.max(value, 0)
}

function within(value: number, most: number): number {
  return Math.min(atLeast0(value), most)
}

function sum(shortfalls: Shortfall[], of: (shortfall: Shortfall) => number): number {
  return shortfalls.reduce((total, shortfall) => total + of(shortfall), 0)
}
