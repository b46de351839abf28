/** The lots of a replay. Unexpired lots are stored in the order of drawing, with their sum beside them. */

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
/** `order` sorts the lots by the order of drawing. */
export type OrderedLot = Lot & { order: string }
export type Lots = {
  /** All lots by their id, in the order of their creation. */
  byId: Map<string, OrderedLot>
  /** The company's local date, for which `available` and `pending` are the sums. */
  today: string
  /** Lots in the order of drawing, without those that had expired when the day began. */
  open: OrderedLot[]
  /** Index of the first lot with points. Empty lots stay before it: removing each would move all others. */
  first: number
  available: Made
  pending: Made
}

export const nothing: Made = { amount: 0, value: 0 }

export function noLots(): Lots {
  const sums = { available: { ...nothing }, pending: { ...nothing } }
  return { byId: new Map(), today: '', open: [], first: 0, ...sums }
}

export function openLot(lots: Lots, opened: Omit<Lot, 'expired_amount' | 'expired_value'>): void {
  const { amount, value, ...born } = opened
  const lot = { ...born, amount: 0, value: 0, expired_amount: 0, expired_value: 0 }
  lots.byId.set(lot.id, { ...lot, order: orderOf(lot) })
  change(lots, { lot: lot.id, amount, value })
}

export function allLots(lots: Lots): Lot[] {
  return [...lots.byId.values()].map((stored) => {
    const { order: _, ...lot } = stored
    return lot
  })
}

/** Returns the draws for an amount and changes no lot. */
export function draw(lots: Lots, amountToDraw: number, today: string): Draw[] {
  const draws: Draw[] = []
  let missing = amountToDraw
  for (let at = lots.first; at < lots.open.length && missing > 0; at += 1) {
    // The loop condition keeps the index within the array.
    const lot = lots.open[at]!
    if (!isAvailable(lot, today)) continue
    const part = Math.min(missing, lot.amount)
    missing -= part
    draws.push({ lot: lot.id, amount: part, value: partOfValue(lot.value, part, lot.amount) })
  }
  if (missing > 0)
    throw new Error(`${amountToDraw} points were drawn, ${missing} more than there were`)
  return draws
}

export function change(lots: Lots, { lot: id, amount, value }: Draw): void {
  const lot = lotOf(lots, id)
  const wasOpen = lot.amount > 0
  lot.amount += amount
  lot.value += value
  const sum = sumFor(lots, lot)
  if (sum) add(sum, { amount, value })
  if (wasOpen === lot.amount > 0) return
  const at = placeOf(lots, lot.order)
  if (!wasOpen) lots.open.splice(at, 0, lot)
  // An expired lot may have been removed before.
  else if (lots.open[at] !== lot) return
  else if (at === lots.first) lots.first += 1
  else lots.open.splice(at, 1)
}

/** Index of the first lot that does not come before `order` (binary search). */
function placeOf({ open, first }: Lots, order: string): number {
  let [from, until] = [first, open.length]
  while (from < until) {
    const middle = (from + until) >> 1
    // `middle` lies between two valid indexes.
    if (open[middle]!.order < order) from = middle + 1
    else until = middle
  }
  return from
}

export function lotOf(lots: Lots, id: string): OrderedLot {
  const found = lots.byId.get(id)
  if (!found) throw new Error(`there is no lot ${id}`)
  return found
}

/** Passes to a new day: sums again which lots have matured and which have expired. */
export function passTo(lots: Lots, today: string): void {
  if (today === lots.today) return
  lots.today = today
  lots.open = lots.open
    .slice(lots.first)
    .filter(({ expires_on }) => expires_on === null || today <= expires_on)
  lots.first = 0
  lots.available = { ...nothing }
  lots.pending = { ...nothing }
  // The lot is not expired, so it counts as available or pending.
  for (const lot of lots.open) add(sumFor(lots, lot)!, lot)
}

/** The sum in which a lot counts today; undefined once it has expired. */
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

/** A lot that never expires comes after every date: '~' sorts after every digit. */
export function orderOf({ expires_on, created_at, id }: Lot): string {
  return [expires_on ?? '~', created_at, id].join(' ')
}

/** Uses BigInt: a value times an amount exceeds 2^53. */
export function partOfValue(value: number, amount: number, whole: number): number {
  if (amount === whole) return value
  return Number((BigInt(value) * BigInt(amount)) / BigInt(whole))
}

export function sumOf(parts: Made[]): Made {
  return {
    amount: parts.reduce((sum, part) => sum + part.amount, 0),
    value: parts.reduce((sum, part) => sum + part.value, 0),
  }
}
