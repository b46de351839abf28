/**
 * The points of a customer in the model database: lots, holds and debt, as values that never change. One point is worth one centavo
 * and expires never, because the model-based proofs on the real engine cover values and days. The conformance test compares these
 * rules with the engine.
 */

type Part = { lot: string; amount: number }
type Lot = { id: string; left: number }
/** `paid` and `returned` in centavos. */
type Purchase = { earned: number; paid: number; returned: number }
type Use = { parts: readonly Part[]; isUndone: boolean }

export type Account = {
  /** In the order of their records, in which they are drawn. */
  lots: readonly Lot[]
  /** Points that a return took although they were spent. */
  owed: number
  holds: Readonly<Record<string, readonly Part[]>>
  /** By the id of the record. */
  purchases: Readonly<Record<string, Purchase>>
  uses: Readonly<Record<string, Use>>
  /** The number of the last record. */
  sequence: number
  /** The instant of the last movement. */
  moved_ms: number
}

export const emptyAccount: Account = {
  lots: [],
  owed: 0,
  holds: {},
  purchases: {},
  uses: {},
  sequence: 0,
  moved_ms: 0,
}

export type Balance = { amount: number; held: number; deficit: number }

/** A customer with a deficit can spend nothing. */
export function balanceOf(account: Account): Balance {
  const left = account.lots.reduce((sum, lot) => sum + lot.left, 0)
  return {
    amount: account.owed > 0 ? 0 : left,
    held: Object.values(account.holds).reduce((sum, parts) => sum + amountOf(parts), 0),
    deficit: account.owed,
  }
}

/** Points in the lots, whether or not they can be spent. */
export function leftOf({ lots }: Account): number {
  return lots.reduce((sum, lot) => sum + lot.left, 0)
}

function amountOf(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.amount, 0)
}

/** A purchase earns one point for each real. The debt takes its part first. */
export function earn(
  account: Account,
  id: string,
  paid: number,
): { account: Account; earned: number } {
  const earned = Math.floor(paid / 100)
  const absorbed = Math.min(earned, account.owed)
  const lots = earned === 0 ? account.lots : [...account.lots, { id, left: earned - absorbed }]
  const purchases = { ...account.purchases, [id]: { earned, paid, returned: 0 } }
  return { earned, account: { ...account, lots, owed: account.owed - absorbed, purchases } }
}

/** The points that are missing for a use of `amount`; 0: none. */
export function missing(account: Account, amount: number): number {
  const spendable = balanceOf(account).amount
  return amount > 0 && (account.owed > 0 || spendable < amount) ? amount - spendable : 0
}

/** Draws points from the oldest lots. The caller has checked that none is missing. */
function draw(account: Account, amount: number): { account: Account; parts: Part[] } {
  let rest = amount
  const parts: Part[] = []
  const lots = account.lots.map((lot) => {
    const drawn = Math.min(rest, lot.left)
    if (drawn === 0) return lot
    rest -= drawn
    parts.push({ lot: lot.id, amount: drawn })
    return { ...lot, left: lot.left - drawn }
  })
  return { account: { ...account, lots }, parts }
}

/** Gives points back to their lots. The debt takes its part first. */
function free(account: Account, parts: readonly Part[]): Account {
  let { owed } = account
  const back = new Map<string, number>()
  for (const { lot, amount } of parts) {
    const absorbed = Math.min(amount, owed)
    owed -= absorbed
    back.set(lot, (back.get(lot) ?? 0) + amount - absorbed)
  }
  const lots = account.lots.map((lot) => {
    const freed = back.get(lot.id) ?? 0
    return freed === 0 ? lot : { ...lot, left: lot.left + freed }
  })
  return { ...account, lots, owed }
}

export function spend(account: Account, id: string, amount: number): Account {
  const drawn = draw(account, amount)
  const uses = { ...account.uses, [id]: { parts: drawn.parts, isUndone: false } }
  return { ...drawn.account, uses }
}

export function hold(account: Account, id: string, amount: number): Account {
  const drawn = draw(account, amount)
  return { ...drawn.account, holds: { ...account.holds, [id]: drawn.parts } }
}

/** Ends a hold. All its points are free. */
export function release(account: Account, id: string): Account {
  const { [id]: parts, ...holds } = account.holds
  return parts ? free({ ...account, holds }, parts) : account
}

/** Ends a hold. `amount` points of it are used by the record `use`, the others are free. */
export function capture(
  account: Account,
  id: string,
  { use, amount }: { use: string; amount: number },
): Account {
  const { [id]: held = [], ...holds } = account.holds
  let rest = amount
  const parts: Part[] = []
  const freed: Part[] = []
  for (const part of held) {
    const used = Math.min(rest, part.amount)
    rest -= used
    if (used > 0) parts.push({ lot: part.lot, amount: used })
    if (used < part.amount) freed.push({ lot: part.lot, amount: part.amount - used })
  }
  const uses = { ...account.uses, [use]: { parts, isUndone: false } }
  return free({ ...account, holds, uses }, freed)
}

/** Takes back the points for `value` centavos of a purchase. Its lot gives first, and the customer owes the rest. */
export function returnGoods(
  account: Account,
  id: string,
  value: number,
): { account: Account; points: number } {
  const purchase = account.purchases[id]!
  const { earned, paid, returned } = purchase
  const points = rounded(earned * (returned + value), paid) - rounded(earned * returned, paid)
  let rest = points
  const lots = account.lots.map((lot) => {
    if (lot.id !== id) return lot
    const drawn = Math.min(rest, lot.left)
    rest -= drawn
    return { ...lot, left: lot.left - drawn }
  })
  const purchases = { ...account.purchases, [id]: { ...purchase, returned: returned + value } }
  return { points, account: { ...account, lots, purchases, owed: account.owed + rest } }
}

/** Gives a whole use of points back. */
export function undo(account: Account, id: string): Account {
  const use = account.uses[id]!
  const uses = { ...account.uses, [id]: { ...use, isUndone: true } }
  return free({ ...account, uses }, use.parts)
}

/** Halves are rounded up. */
function rounded(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}
