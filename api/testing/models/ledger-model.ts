/**
 * The rules of D4 in plain objects, for one customer, with days as the clock. The real ledger is compared with this model. It
 * is written from the rules, independently of engine/ledger/ and of replay.ts.
 */

import type { ReversalPolicy } from '#contract/points.ts'

import { greater, lesser, positive, rounded, share } from './whole-numbers.ts'

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
type Spend = { parts: Part[]; undone: boolean; since: number }
type Adjustment = { spend: Spend } | (Part & { undone: boolean })
type Purchase = {
  lot: Lot | null
  earned: bigint
  worth: bigint
  paid: bigint
  returned: bigint
  /** The part of `worth` that records of returns took back. */
  takenWorth: bigint
  /** Points that returns could not take because they were not in the lot, each with the index of the return. */
  letGo: { at: number; amount: bigint; worth: bigint }[]
  /** Unspent points that the policy pending_only left to the customer. */
  kept: bigint
  keptWorth: bigint
}
export type Outcome = { error: string } | { error: null; amount: number; value: number }

const never = Number.POSITIVE_INFINITY

export class LedgerModel {
  today = 0
  lots: Lot[] = []
  purchases: Purchase[] = []
  spends: Spend[] = []
  /** The holds; null: the hold has ended. `until`: the first day without the hold. `since`: its index among all movements. */
  holds: ({ parts: Part[]; until: number; since: number } | null)[] = []
  adjustments: Adjustment[] = []
  owed = 0n
  owed_worth = 0n
  /** Centavos that lots gave and no record states; negative: records state more than lots gave. */
  difference = 0n
  policy: ReversalPolicy
  points_per_real: bigint
  /** The number of the last movement. */
  place = 0

  constructor(points_per_real: number, policy: ReversalPolicy = 'deficit') {
    this.points_per_real = BigInt(points_per_real)
    this.policy = policy
  }

  /** Ends the holds whose day has come, in the order of their days. */
  passTo(day: number): void {
    this.today = day
    const ended = [...this.holds.entries()]
      .filter(([, hold]) => hold && hold.until <= day)
      .toSorted(([, one], [, other]) => one!.until - other!.until)
    for (const [at] of ended) this.release(at)
  }

  /** A purchase earns one point for each real, times a multiplier in hundredths. */
  buy(centavos: number, waits: number, lasts: number, multiplier: number = 100): Outcome {
    const from = this.today + waits
    const earned = (BigInt(centavos) * BigInt(multiplier)) / 10_000n
    const { lot, worth } = this.credit(earned, from, from + lasts)
    this.purchases.push({
      lot,
      earned,
      worth,
      paid: BigInt(centavos),
      returned: 0n,
      takenWorth: 0n,
      letGo: [],
      kept: 0n,
      keptWorth: 0n,
    })
    return done(earned, worth)
  }

  /** A staff member gives or takes points. A credit is a lot of its own, which `undoAdjustment` takes back whole or not at all. */
  adjust(amount: number, lasts: number | null): Outcome {
    if (amount < 0) {
      const outcome = this.consume(-amount)
      // A till cannot undo it, so it is no spend of the list.
      if (outcome.error === null) this.adjustments.push({ spend: this.spends.pop()! })
      return outcome
    }
    const until = lasts === null ? never : this.today + lasts
    const { lot, worth } = this.credit(BigInt(amount), this.today, until)
    this.adjustments.push({ lot: lot!, amount: BigInt(amount), worth, undone: false })
    return done(BigInt(amount), worth)
  }

  undoAdjustment(at: number): Outcome {
    const adjustment = this.adjustments[at]!
    if ('spend' in adjustment) return this.giveBack(adjustment.spend)
    const { lot, amount, worth, undone } = adjustment
    if (undone) return { error: 'already_reversed' }
    if (lot.left < amount || lot.until < this.today) return { error: 'adjustment_used' }
    adjustment.undone = true
    lot.left = 0n
    lot.worth = 0n
    return done(-amount, -worth)
  }

  grant(amount: number, lasts: number | null): Outcome {
    const until = lasts === null ? never : this.today + lasts
    return done(BigInt(amount), this.credit(BigInt(amount), this.today, until).worth)
  }

  /** A spend of 0 points succeeds, also for a customer with a deficit. */
  consume(amount: number): Outcome {
    const parts = amount === 0 ? [] : this.take(BigInt(amount))
    if (!parts) return { error: 'insufficient_balance' }
    this.spends.push({ parts, undone: false, since: (this.place += 1) })
    return done(-BigInt(amount), -worthOf(parts))
  }

  /** Holds points for a number of days. */
  hold(amount: number, days: number = never): Outcome {
    const parts = this.take(BigInt(amount))
    if (!parts) return { error: 'insufficient_balance' }
    this.holds.push({ parts, until: this.today + days, since: (this.place += 1) })
    return done(BigInt(amount), worthOf(parts))
  }

  capture(at: number, amount: number): Outcome {
    const hold = this.holds[at]
    if (!hold) return { error: 'intention_over' }
    const { parts, since } = hold
    if (BigInt(amount) > amountOf(parts)) return { error: 'capture_exceeds_hold' }
    this.holds[at] = null
    let missing = BigInt(amount)
    const draws: Part[] = []
    for (const part of parts) {
      const used = missing < part.amount ? missing : part.amount
      const worth = share(part.worth, used, part.amount)
      missing -= used
      if (used > 0n) draws.push({ lot: part.lot, amount: used, worth })
      this.free(part.lot, part.amount - used, part.worth - worth, since)
    }
    this.spends.push({ parts: draws, undone: false, since })
    return done(-BigInt(amount), -worthOf(draws))
  }

  release(at: number): void {
    const hold = this.holds[at]
    for (const { lot, amount, worth } of hold?.parts ?? []) {
      this.free(lot, amount, worth, hold!.since)
    }
    this.holds[at] = null
  }

  undo(at: number): Outcome {
    return this.giveBack(this.spends[at]!)
  }

  private giveBack(spend: Spend): Outcome {
    if (spend.undone) return { error: 'already_reversed' }
    spend.undone = true
    for (const { lot, amount, worth } of spend.parts.toSorted((a, b) => inOrder(a.lot, b.lot))) {
      if (lot.until < this.today) {
        lot.gone += lot.left
        lot.gone_worth += lot.worth
        lot.left = 0n
        lot.worth = 0n
        lot.until = this.today + 15
      }
      this.free(lot, amount, worth, spend.since)
    }
    return done(amountOf(spend.parts), worthOf(spend.parts))
  }

  /** Returns goods of a purchase worth `centavos`; null: all goods that are left. */
  return(at: number, centavos: number | null): Outcome {
    const purchase = this.purchases[at]!
    const { lot, earned, worth, paid, returned } = purchase
    if (returned === paid) return { error: 'already_reversed' }
    const after = centavos === null ? paid : returned + BigInt(centavos)
    if (after > paid) return { error: 'return_exceeds_purchase' }
    purchase.returned = after
    this.place += 1
    const claimed = rounded(earned * after, paid) - rounded(earned * returned, paid)
    if (!lot || claimed === 0n) return done(0n, 0n)
    const due = claimsAll(purchase) ? worth : rounded(worth * after, paid)
    return this.takeBack(purchase, lot, claimed, due)
  }

  /** Takes the `claimed` points of one return. `due`: the centavos that all returns claim, this one included; at most `worth`. */
  private takeBack(purchase: Purchase, lot: Lot, claimed: bigint, due: bigint): Outcome {
    const { worth, letGo, kept, keptWorth, takenWorth } = purchase
    const settled = takenWorth + keptWorth + letGo.reduce((sum, one) => sum + one.worth, 0n)
    const most = positive(worth - settled)
    const claimedWorth = lesser(positive(due - settled), most)
    const is_last = claimsAll(purchase)

    const is_taken = this.policy !== 'pending_only' || lot.from > this.today
    const left = is_taken ? lesser(claimed, lot.left) : 0n
    const gone = is_taken ? lesser(claimed - left, lot.gone) : 0n
    const stays = is_taken ? 0n : lesser(claimed, positive(lot.left + lot.gone - kept))
    const rest = claimed - left - gone - stays
    let leftWorth = share(lot.worth, left, lot.left)
    let gone_worth = share(lot.gone_worth, gone, lot.gone)
    let said = lesser(leftWorth + gone_worth, most)
    let owed = 0n
    let owedWorth = 0n
    if (rest > 0n && this.policy === 'deficit') {
      owed = rest
      said = is_last ? most : lesser(greater(claimedWorth, leftWorth + gone_worth), most)
      owedWorth = positive(said - leftWorth - gone_worth - this.difference)
    } else if (rest + stays > 0n) {
      const open = positive(claimedWorth - said)
      const restWorth = share(open, rest, rest + stays)
      if (rest > 0n) letGo.push({ at: this.place, amount: rest, worth: restWorth })
      purchase.kept += stays
      purchase.keptWorth += open - restWorth
    } else {
      if (is_last) said = most
      if (left < lot.left) leftWorth = lesser(positive(said - this.difference), lot.worth)
      else if (gone > 0n && gone < lot.gone) {
        gone_worth = lesser(positive(said - leftWorth - this.difference), lot.gone_worth)
      }
    }
    lot.left -= left
    lot.worth -= leftWorth
    lot.gone -= gone
    lot.gone_worth -= gone_worth
    this.owed += owed
    this.owed_worth += owedWorth
    this.difference += leftWorth + gone_worth + owedWorth - said
    purchase.takenWorth += said
    return done(-left - gone - owed, -said)
  }

  balance() {
    const good = this.lots.filter((lot) => this.isGood(lot))
    const pending = this.lots.filter((lot) => lot.from > this.today)
    const heldParts = this.holds.flatMap((hold) => hold?.parts ?? [])
    const spendable = this.owed > 0n ? [] : good
    return {
      amount: total(spendable.map((lot) => lot.left)),
      value: total(spendable.map((lot) => lot.worth)),
      pending_amount: total(pending.map((lot) => lot.left)),
      pending_value: total(pending.map((lot) => lot.worth)),
      held_amount: Number(amountOf(heldParts)),
      held_value: Number(worthOf(heldParts)),
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

  /** Frees points into a lot. A recovery takes its part first, and then the deficit is paid. */
  private free(lot: Lot, amount: bigint, worth: bigint, since: number): void {
    const recovered = this.recover(lot, amount, worth, since)
    const paid = this.pay(amount - recovered.amount, worth - recovered.worth)
    lot.left += amount - recovered.amount - paid.amount
    lot.worth += worth - recovered.worth - paid.worth
  }

  /** Takes points that come back to a lot, if an earlier return let them go because they were spent or held at that time. */
  private recover(lot: Lot, amount: bigint, worth: bigint, since: number) {
    const purchase = this.purchases.find((one) => one.lot === lot)
    const open = (purchase?.letGo ?? []).filter(({ at }) => at > since)
    const taken = lesser(amount, amountOf(open))
    if (!purchase || taken === 0n) return { amount: 0n, worth: 0n }
    const all = amountOf(purchase.letGo)
    const most = purchase.worth - purchase.takenWorth
    let takenWorth = share(worth, taken, amount)
    const is_last = claimsAll(purchase) && taken === all && purchase.kept === 0n
    const said = is_last ? most : lesser(takenWorth, most)
    if (taken < amount) takenWorth = lesser(positive(said - this.difference), worth)
    let missing = taken
    for (const one of open) {
      const part = lesser(missing, one.amount)
      one.worth -= share(one.worth, part, one.amount)
      one.amount -= part
      missing -= part
    }
    purchase.takenWorth += said
    this.difference += takenWorth - said
    return { amount: taken, worth: takenWorth }
  }

  /** The part of a credit that pays the deficit. Lot and deficit lose the same centavos, as far as points are left on one side. */
  private pay(amount: bigint, worth: bigint) {
    const paid = lesser(amount, this.owed)
    if (paid === 0n) return { amount: 0n, worth: 0n }
    let given = worth
    let settled = this.owed_worth
    if (paid < amount) given = lesser(positive(this.owed_worth - this.difference), worth)
    else if (paid < this.owed) settled = lesser(positive(worth + this.difference), this.owed_worth)
    this.owed -= paid
    this.owed_worth -= settled
    this.difference += given - settled
    return { amount: paid, worth: given }
  }

  /** The fewest points that are worth these centavos. */
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

/** Whether the returns so far claim every point that the purchase earned. */
function claimsAll({ earned, returned, paid }: Purchase): boolean {
  return rounded(earned * returned, paid) === earned
}

function amountOf(parts: { amount: bigint }[]): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n)
}

function worthOf(parts: Part[]): bigint {
  return parts.reduce((sum, { worth }) => sum + worth, 0n)
}

function total(amounts: bigint[]): number {
  return Number(amounts.reduce((sum, amount) => sum + amount, 0n))
}

function done(amount: bigint, value: bigint): Outcome {
  return { error: null, amount: Number(amount), value: Number(value) }
}
