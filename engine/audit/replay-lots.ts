/** The lots of a replay: what is good is kept in the order in which it is drawn from, and its sum beside it. */

export type Made = { amount: number; value: number }
export type Draw = { lot: string; amount: number; value: number }
export type Lot = {
  id: string
  amount: number
  value: number
  expired_amount: number
  expired_value: number
  available_on: string | null
  expires_on: string | null
  created_at: string
}
/** `order` is its place among those that are drawn from. */
export type OrderedLot = Lot & { order: string }
export type Lots = {
  /** In the order of their creation. */
  by_id: Map<string, OrderedLot>
  /** The company's date; what `available` and `pending` are the sums of. */
  today: string
  /** Those with points, in the order in which they are drawn from, without those that had expired when the day began. */
  open: OrderedLot[]
  /** The place of the first of them: those before it are drawn empty, and taking each out would move all others. */
  first: number
  available: Made
  pending: Made
}

export const nothing: Made = { amount: 0, value: 0 }

export function noLots(): Lots {
  const sums = { available: { ...nothing }, pending: { ...nothing } }
  return { by_id: new Map(), today: '', open: [], first: 0, ...sums }
}

export function openLot(lots: Lots, opened: Omit<Lot, 'expired_amount' | 'expired_value'>): void {
  const { amount, value, ...born } = opened
  const lot = { ...born, amount: 0, value: 0, expired_amount: 0, expired_value: 0 }
  lots.by_id.set(lot.id, { ...lot, order: orderOf(lot) })
  change(lots, { lot: lot.id, amount, value })
}

export function allLots(lots: Lots): Lot[] {
  return [...lots.by_id.values()].map((kept) => {
    const { order: _, ...lot } = kept
    return lot
  })
}

/** Takes nothing yet. */
export function draw(lots: Lots, asked: number, today: string): Draw[] {
  const draws: Draw[] = []
  let missing = asked
  for (let at = lots.first; at < lots.open.length && missing > 0; at += 1) {
    // Within its bounds.
    const lot = lots.open[at]!
    if (!isAvailable(lot, today)) continue
    const part = Math.min(missing, lot.amount)
    missing -= part
    draws.push({ lot: lot.id, amount: part, value: partOfValue(lot.value, part, lot.amount) })
  }
  if (missing > 0) throw new Error(`${asked} points were drawn, ${missing} more than there were`)
  return draws
}

export function change(lots: Lots, { lot: id, amount, value }: Draw): void {
  const lot = lotOf(lots, id)
  const was_open = lot.amount > 0
  lot.amount += amount
  lot.value += value
  const sum = sumFor(lots, lot)
  if (sum) add(sum, { amount, value })
  if (was_open === lot.amount > 0) return
  const at = placeOf(lots, lot.order)
  if (!was_open) lots.open.splice(at, 0, lot)
  // One that has expired may have left before.
  else if (lots.open[at] !== lot) return
  else if (at === lots.first) lots.first += 1
  else lots.open.splice(at, 1)
}

/** The first of those that are not before it. */
function placeOf({ open, first }: Lots, order: string): number {
  let [from, until] = [first, open.length]
  while (from < until) {
    const middle = (from + until) >> 1
    // Between two places that it has.
    if (open[middle]!.order < order) from = middle + 1
    else until = middle
  }
  return from
}

export function lotOf(lots: Lots, id: string): OrderedLot {
  const found = lots.by_id.get(id)
  if (!found) throw new Error(`there is no lot ${id}`)
  return found
}

/** Once a day: what has matured and what has left is summed anew. */
export function passTo(lots: Lots, today: string): void {
  if (today === lots.today) return
  lots.today = today
  lots.open = lots.open
    .slice(lots.first)
    .filter(({ expires_on }) => expires_on === null || today <= expires_on)
  lots.first = 0
  lots.available = { ...nothing }
  lots.pending = { ...nothing }
  // Not expired, so it counts somewhere.
  for (const lot of lots.open) add(sumFor(lots, lot)!, lot)
}

/** Where a lot counts today; nowhere once it has expired. */
function sumFor({ today, available, pending }: Lots, lot: Lot): Made | undefined {
  if (isAvailable(lot, today)) return available
  return lot.available_on !== null && today < lot.available_on ? pending : undefined
}

export function add(sum: Made, { amount, value }: Made): void {
  sum.amount += amount
  sum.value += value
}

function isAvailable({ available_on, expires_on }: Lot, today: string): boolean {
  return (
    (available_on === null || available_on <= today) && (expires_on === null || today <= expires_on)
  )
}

/** Never is after every date: '~' is after every digit. */
export function orderOf({ expires_on, created_at, id }: Lot): string {
  return [expires_on ?? '~', created_at, id].join(' ')
}

/** Exact: a value times an amount passes 2^53. */
export function partOfValue(value: number, amount: number, whole: number): number {
  if (amount === whole) return value
  return Number((BigInt(value) * BigInt(amount)) / BigInt(whole))
}
