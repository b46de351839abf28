/**
 * The rules of D4 in plain objects, one customer's, days for a clock: what the real ledger is compared with. Written from
 * the rules, apart from ledger.sql and from replay.ts.
 */

type Lot = {
  left: bigint
  worth: bigint
  from: number
  until: number
  born: number
  gone: bigint
  gone_worth: bigint
}
type Part = { lot: Lot; amount: bigint; worth: bigint }
type Purchase = { lot: Lot | null; earned: bigint; worth: bigint; paid: bigint; returned: bigint }
export type Outcome = { refusal: string } | { refusal: null; amount: number; value: number }

const never = Number.POSITIVE_INFINITY

export class LedgerModel {
  today = 0
  lots: Lot[] = []
  purchases: Purchase[] = []
  spends: { parts: Part[]; undone: boolean }[] = []
  /** Null: over. `until`: the first day without it. */
  holds: ({ parts: Part[]; until: number } | null)[] = []
  owed = 0n
  owed_worth = 0n

  readonly points_per_real: bigint

  constructor(points_per_real: number) {
    this.points_per_real = BigInt(points_per_real)
  }

  /** Holds whose day has come end, in the order of their days. */
  passTo(day: number): void {
    this.today = day
    const ended = [...this.holds.entries()]
      .filter(([, hold]) => hold && hold.until <= day)
      .toSorted(([, one], [, other]) => one!.until - other!.until)
    for (const [at] of ended) this.release(at)
  }

  /** One point a real, multiplied by hundredths. */
  buy(centavos: number, waits: number, lasts: number, multiplier: number = 100): Outcome {
    const from = this.today + waits
    const earned = (BigInt(centavos) * BigInt(multiplier)) / 10_000n
    const { lot, worth } = this.credit(earned, from, from + lasts)
    this.purchases.push({ lot, earned, worth, paid: BigInt(centavos), returned: 0n })
    return done(earned, worth)
  }

  grant(amount: number, lasts: number | null): Outcome {
    const until = lasts === null ? never : this.today + lasts
    return done(BigInt(amount), this.credit(BigInt(amount), this.today, until).worth)
  }

  /** What is free takes nothing, also from who owes. */
  consume(amount: number): Outcome {
    const parts = amount === 0 ? [] : this.take(BigInt(amount))
    if (!parts) return { refusal: 'insufficient_balance' }
    this.spends.push({ parts, undone: false })
    return done(-BigInt(amount), -worthOf(parts))
  }

  /** For so many days. */
  hold(amount: number, days: number = never): Outcome {
    const parts = this.take(BigInt(amount))
    if (!parts) return { refusal: 'insufficient_balance' }
    this.holds.push({ parts, until: this.today + days })
    return done(BigInt(amount), worthOf(parts))
  }

  capture(at: number, amount: number): Outcome {
    const parts = this.holds[at]?.parts
    if (!parts) return { refusal: 'intention_over' }
    if (BigInt(amount) > amountOf(parts)) return { refusal: 'capture_exceeds_hold' }
    this.holds[at] = null
    let missing = BigInt(amount)
    const spent: Part[] = []
    for (const part of parts) {
      const used = missing < part.amount ? missing : part.amount
      const worth = share(part.worth, used, part.amount)
      missing -= used
      if (used > 0n) spent.push({ lot: part.lot, amount: used, worth })
      this.free(part.lot, part.amount - used, part.worth - worth)
    }
    this.spends.push({ parts: spent, undone: false })
    return done(-BigInt(amount), -worthOf(spent))
  }

  release(at: number): void {
    for (const { lot, amount, worth } of this.holds[at]?.parts ?? []) this.free(lot, amount, worth)
    this.holds[at] = null
  }

  undo(at: number): Outcome {
    const spend = this.spends[at]!
    if (spend.undone) return { refusal: 'already_reversed' }
    spend.undone = true
    for (const { lot, amount, worth } of spend.parts.toSorted((a, b) => inOrder(a.lot, b.lot))) {
      if (lot.until < this.today) {
        lot.gone += lot.left
        lot.gone_worth += lot.worth
        lot.left = 0n
        lot.worth = 0n
        lot.until = this.today + 15
      }
      this.free(lot, amount, worth)
    }
    return done(amountOf(spend.parts), worthOf(spend.parts))
  }

  /** Null: all that is left of it. */
  return(at: number, centavos: number | null): Outcome {
    const purchase = this.purchases[at]!
    const { lot, earned, worth, paid, returned } = purchase
    if (returned === paid) return { refusal: 'already_reversed' }
    const after = centavos === null ? paid : returned + BigInt(centavos)
    if (after > paid) return { refusal: 'return_exceeds_purchase' }
    purchase.returned = after
    const claimed = rounded(earned * after, paid) - rounded(earned * returned, paid)
    const claimed_worth = rounded(worth * after, paid) - rounded(worth * returned, paid)
    if (!lot || claimed === 0n) return done(0n, 0n)

    const left = claimed < lot.left ? claimed : lot.left
    const rest = claimed - left
    const gone = rest < lot.gone ? rest : lot.gone
    let taken = share(lot.worth, left, lot.left)
    lot.worth -= taken
    lot.left -= left
    const gone_worth = share(lot.gone_worth, gone, lot.gone)
    lot.gone_worth -= gone_worth
    lot.gone -= gone
    taken += gone_worth
    const owed = rest - gone
    const owed_worth = owed > 0n && claimed_worth > taken ? claimed_worth - taken : 0n
    this.owed += owed
    this.owed_worth += owed_worth
    return done(-claimed, -taken - owed_worth)
  }

  balance() {
    const good = this.lots.filter((lot) => this.isGood(lot))
    const pending = this.lots.filter((lot) => lot.from > this.today)
    const held = this.holds.flatMap((hold) => hold?.parts ?? [])
    const spendable = this.owed > 0n ? [] : good
    return {
      amount: total(spendable.map((lot) => lot.left)),
      value: total(spendable.map((lot) => lot.worth)),
      pending_amount: total(pending.map((lot) => lot.left)),
      pending_value: total(pending.map((lot) => lot.worth)),
      held_amount: Number(amountOf(held)),
      held_value: Number(worthOf(held)),
      deficit_amount: Number(this.owed),
      deficit_value: Number(this.owed_worth),
    }
  }

  private credit(amount: bigint, from: number, until: number) {
    const worth = (amount * 100n) / this.points_per_real
    if (amount === 0n) return { lot: null, worth }
    const paid = this.pay(amount, worth)
    const lot = {
      left: amount - paid.amount,
      worth: worth - paid.worth,
      from,
      until,
      born: this.lots.length,
      gone: 0n,
      gone_worth: 0n,
    }
    this.lots.push(lot)
    return { lot, worth }
  }

  /** What comes back to a lot pays what is owed first. */
  private free(lot: Lot, amount: bigint, worth: bigint): void {
    const paid = this.pay(amount, worth)
    lot.left += amount - paid.amount
    lot.worth += worth - paid.worth
  }

  /** What of a credit goes to what is owed. */
  private pay(amount: bigint, worth: bigint) {
    const paid = amount < this.owed ? amount : this.owed
    this.owed_worth -= share(this.owed_worth, paid, this.owed)
    this.owed -= paid
    return { amount: paid, worth: share(worth, paid, amount) }
  }

  /** The fewest points that are worth it. */
  pointsWorth(value: number): number {
    let [amount, worth] = [0n, 0n]
    for (const lot of this.lots.filter((one) => this.isGood(one)).toSorted(inOrder)) {
      if (worth + lot.worth < BigInt(value)) {
        amount += lot.left
        worth += lot.worth
        continue
      }
      for (let part = 1n; part <= lot.left; part += 1n) {
        if (worth + share(lot.worth, part, lot.left) >= BigInt(value)) return Number(amount + part)
      }
    }
    return Number(amount)
  }

  private take(amount: bigint): Part[] | null {
    const good = this.lots.filter((lot) => this.isGood(lot) && lot.left > 0n).toSorted(inOrder)
    if (this.owed > 0n || good.reduce((sum, { left }) => sum + left, 0n) < amount) return null
    let missing = amount
    const parts: Part[] = []
    for (const lot of good) {
      const used = missing < lot.left ? missing : lot.left
      if (used === 0n) break
      const worth = share(lot.worth, used, lot.left)
      lot.left -= used
      lot.worth -= worth
      missing -= used
      parts.push({ lot, amount: used, worth })
    }
    return parts
  }

  private isGood({ from, until }: Lot): boolean {
    return from <= this.today && this.today <= until
  }
}

function inOrder(one: Lot, other: Lot): number {
  return one.until === other.until ? one.born - other.born : one.until - other.until
}

/** Rounded down, and whole where the part is the whole. */
function share(worth: bigint, part: bigint, whole: bigint): bigint {
  return part === 0n ? 0n : (worth * part) / whole
}

function rounded(numerator: bigint, denominator: bigint): bigint {
  const [quotient, rest] = [numerator / denominator, numerator % denominator]
  return rest * 2n >= denominator ? quotient + 1n : quotient
}

function amountOf(parts: Part[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n)
}

function worthOf(parts: Part[]): bigint {
  return parts.reduce((sum, { worth }) => sum + worth, 0n)
}

function total(amounts: bigint[]): number {
  return Number(amounts.reduce((sum, amount) => sum + amount, 0n))
}

function done(amount: bigint, value: bigint): Outcome {
  return { refusal: null, amount: Number(amount), value: Number(value) }
}
