/**
 * The rules of D4, D5, D6, D8 and D9 in plain objects: a company, its customers, its prizes and a clock. The whole engine is
 * compared with this model. It is written from the rules, independently of the SQL. A refused verb changes nothing.
 */

import type { ReversalPolicy } from '#contract/points.ts'
import { localDate } from '#contract/value/date.ts'

import { LedgerModel, type Outcome as Moved } from './ledger-model.ts'
import { chain, modelOf, type Programme } from './level-model.ts'

export const points_per_real = 30
/** Days: points of the rule with a waiting time are available after `waits`. The points of both rules expire after `lasts`. */
export const waits = 2
export const lasts = 5
export const intention_minutes = 20

/** The prizes in the order of the company file. `until` and `lasts` are in days; day 0 is the first day of the history. */
export const prizes = [
  { key: 'livre', value: 0, lasts: 2 },
  { key: 'estoque', value: 30, lasts: 5, stock: 3 },
  { key: 'codigos', value: 45, until: 12, pool: 4 },
  { key: 'nivel', value: 10, level: 'C' },
] as const satisfies {
  key: string
  value: number
  lasts?: number
  until?: number
  stock?: number
  pool?: number
  level?: string
}[]
type Prize = {
  key: string
  value: number
  lasts?: number
  until?: number
  stock?: number
  pool?: number
  level?: string
}

export const promotions = [
  { code: 'SEMPRE', until: 10_000, amount: 40, lasts: 3, per_customer: 2, in_all: 3 },
  { code: 'CEDO', until: 4, amount: 25, per_customer: 1, new_days: 2 },
] as const
type Promotion = {
  code: string
  until: number
  amount: number
  lasts?: number
  per_customer: number
  in_all?: number
  new_days?: number
}

const minute_ms = 60_000
const day_ms = 86_400_000

/** The outcome of a verb: an error code with its figures, or the change of points. */
export type Outcome = { error: string | null; [figure: string]: unknown }
const refused = (error: string, figures: object = {}): Outcome => ({ error, ...figures })

type Voucher = { spend: number; prize: Prize; until: number; state: string }
type Intention = {
  status: string
  /** Index of the movement in the ledger model. */
  hold: number
  amount: number
  ends_at: number
  ended_at: number | null
  wrong_codes: number
  captured: Outcome | null
}
type Person = {
  ledger: LedgerModel
  level: ReturnType<typeof modelOf>
  /** Index of a purchase → its index among the earnings of the level model. */
  counted: number[]
  earnings: number
  vouchers: Voucher[]
  intentions: Intention[]
  /** The captures, which a till may undo: the index of each consumption in the ledger model. */
  captures: number[]
  activations: number[]
  isBlocked: boolean
}

export class EngineModel {
  now: number
  readonly people: Person[]
  readonly #began: number
  readonly #left = new Map(
    prizes.map((prize: Prize) => [prize, prize.stock ?? prize.pool ?? Infinity]),
  )
  readonly #activated = promotions.map(() => 0)

  constructor(programme: Programme, reversal: ReversalPolicy, began: Date, people: number) {
    this.now = began.getTime()
    this.#began = this.now
    this.people = Array.from({ length: people }, () => ({
      ledger: new LedgerModel(points_per_real, reversal),
      level: modelOf(programme, began),
      counted: [],
      earnings: 0,
      vouchers: [],
      intentions: [],
      captures: [],
      activations: promotions.map(() => 0),
      isBlocked: false,
    }))
    for (const { level } of this.people) level.settled()
  }

  get today(): number {
    const day = (instant: number) => Date.parse(localDate(new Date(instant)))
    return (day(this.now) - day(this.#began)) / day_ms
  }

  passTo(now: Date): void {
    this.now = now.getTime()
    for (const [who, { ledger, level }] of this.people.entries()) {
      ledger.passTo(this.today)
      level.passTo(now)
      // An intention ends at its instant, even if no command reads it.
      const open = this.pending(who)
      if (open && open.ends_at <= this.now) this.#end(who, open, 'EXPIRED')
    }
  }

  buy(who: number, centavos: number, isWaiting: boolean): Outcome {
    const person = this.people[who]!
    // Use the multiplier of the level that the customer has before this purchase.
    const hundredths = Math.round(person.level.level().multiplier * 100)
    const earned = person.ledger.buy(centavos, isWaiting ? waits : 0, lasts, hundredths)
    person.counted.push(person.earnings)
    return this.#earned(person, earned, centavos)
  }

  /** Returns goods of a purchase worth `centavos`; null: all goods that are left. */
  return(who: number, which: number, centavos: number | null): Outcome {
    const { ledger, level, counted } = this.people[who]!
    const purchase = ledger.purchases[which]!
    const before = purchase.returned
    const outcome = ledger.return(which, centavos)
    const back = Number(purchase.returned - before)
    if (back > 0) level.giveBack(counted[which]!, back)
    return outcome
  }

  activate(who: number, which: number): Outcome {
    const person = this.people[who]!
    const offer: Promotion = promotions[which]!
    if (this.today > offer.until) return refused('inactive_promotion')
    // All customers registered on the first day.
    if (this.today > (offer.new_days ?? Infinity)) {
      return refused('invalid_promotion', { new_register_days: offer.new_days })
    }
    if (person.activations[which]! >= offer.per_customer) return refused('promotion_used')
    if (this.#activated[which]! >= (offer.in_all ?? Infinity)) {
      return refused('invalid_promotion', { limit_in_all: offer.in_all })
    }
    person.activations[which]! += 1
    this.#activated[which]! += 1
    return this.#earned(person, person.ledger.grant(offer.amount, offer.lasts ?? null))
  }

  #earned(person: Person, earned: Moved, centavos?: number): Outcome {
    person.earnings += 1
    if (earned.error === null) person.level.earn(earned.amount, centavos)
    return earned
  }

  /** A consumption without a prize. */
  undo(who: number, which: number): Outcome {
    const { ledger, captures } = this.people[who]!
    return ledger.undo(captures[which]!)
  }

  /** Redeems a whole basket or nothing: [prize, quantity], each prize once. */
  redeem(who: number, basket: [number, number][]): Outcome {
    const { ledger, level, vouchers, isBlocked } = this.people[who]!
    if (isBlocked) return refused('customer_blocked')
    const products = basket
      .toSorted(([one], [other]) => one - other)
      .map(([which, quantity]) => ({ prize: prizes[which]! as Prize, quantity }))
    for (const { prize, quantity } of products) {
      const needed = chain.find(({ name }) => name === prize.level)?.trigger_amount ?? 0
      if (level.level().trigger_amount < needed) return refused('level_required')
      if (this.today > (prize.until ?? Infinity)) return refused('expired')
      if (this.#left.get(prize)! < quantity) return refused('no_codes_left')
    }
    const price = products.reduce((sum, { prize, quantity }) => sum + prize.value * quantity, 0)
    const missing = price - ledger.balance().amount
    // A customer with a deficit can redeem a free prize.
    if (missing > 0) return refused('insufficient_balance', { missing })
    for (const { prize, quantity } of products) {
      this.#left.set(prize, this.#left.get(prize)! - quantity)
      for (let n = 0; n < quantity; n += 1) {
        ledger.consume(prize.value)
        const until = Math.min(prize.until ?? Infinity, this.today + (prize.lasts ?? Infinity))
        vouchers.push({ spend: ledger.spends.length - 1, prize, until, state: 'TO_WITHDRAW' })
      }
    }
    return { error: null, vouchers: products.reduce((sum, { quantity }) => sum + quantity, 0) }
  }

  withdraw(who: number, which: number): Outcome {
    const voucher = this.people[who]!.vouchers[which]!
    const error = this.#reasonNotToTake(voucher)
    if (error) return refused(error)
    voucher.state = 'WITHDRAWN'
    return { error: null, state: 'WITHDRAWN' }
  }

  /** The points come back, and so does the stock of a counted prize. A code of the company's pool does not. */
  cancel(who: number, which: number): Outcome {
    const { ledger, vouchers } = this.people[who]!
    const voucher = vouchers[which]!
    const error = this.#reasonNotToTake(voucher)
    if (error) return refused(error)
    voucher.state = 'CANCELLED'
    const { prize } = voucher
    if (!prize.pool) this.#left.set(prize, this.#left.get(prize)! + 1)
    ledger.undo(voucher.spend)
    return { error: null, state: 'CANCELLED' }
  }

  #reasonNotToTake(voucher: Voucher): string | null {
    const state = this.stateOf(voucher)
    return state === 'TO_WITHDRAW' ? null : `voucher_${state.toLowerCase()}`
  }

  stateOf({ state, until }: Voucher): string {
    return state === 'TO_WITHDRAW' && until < this.today ? 'EXPIRED' : state
  }

  /** The vouchers left of each prize with a stock or a code pool. */
  left(): Record<string, number> {
    const ends = [...this.#left].filter(([, count]) => count < Infinity)
    return Object.fromEntries(ends.map(([{ key }, count]) => [key, count]))
  }

  /** Opens an intention for points, or for centavos: then for the fewest points that are worth them. */
  open(who: number, requested: { amount: number } | { value: number }): Outcome {
    const { ledger, intentions, isBlocked } = this.people[who]!
    if (isBlocked) return refused('customer_blocked')
    if (this.pending(who)) return refused('intention_open')
    if (this.#mustWait(intentions)) return refused('too_many_requests')
    const balance = ledger.balance()
    if ('value' in requested && requested.value > balance.value) {
      return refused('insufficient_balance', { missing_value: requested.value - balance.value })
    }
    const amount = 'value' in requested ? ledger.pointsWorth(requested.value) : requested.amount
    const opening = ledger.hold(amount)
    if (opening.error !== null) {
      return refused(opening.error, { missing: amount - balance.amount })
    }
    intentions.push({
      status: 'PENDING',
      hold: ledger.holds.length - 1,
      amount,
      ends_at: this.now + intention_minutes * minute_ms,
      ended_at: null,
      wrong_codes: 0,
      captured: null,
    })
    return opening
  }

  /** T6: 15 wrong codes within a day block the till for a day from the last intention that had one. */
  #mustWait(intentions: Intention[]): boolean {
    const wrong = intentions.filter(({ wrong_codes }) => wrong_codes > 0)
    const last = Math.max(...wrong.map(({ ended_at }) => ended_at!))
    const ofADay = wrong.filter(({ ended_at }) => ended_at! > last - day_ms)
    const guesses = ofADay.reduce((sum, { wrong_codes }) => sum + wrong_codes, 0)
    return guesses >= 15 && last + day_ms > this.now
  }

  pending(who: number): Intention | undefined {
    return this.people[who]!.intentions.find(({ ended_at }) => ended_at === null)
  }

  #end(who: number, open: Intention, status: string): void {
    this.people[who]!.ledger.release(open.hold)
    open.status = status
    open.ended_at = status === 'EXPIRED' ? open.ends_at : this.now
  }

  /** The staff blocks the customer: an open intention ends, and from then on nothing can be spent. */
  block(who: number): Outcome {
    const open = this.pending(who)
    if (open && !this.people[who]!.isBlocked) this.#end(who, open, 'CANCELLED')
    this.people[who]!.isBlocked = true
    return { error: null }
  }

  unblock(who: number): Outcome {
    this.people[who]!.isBlocked = false
    return { error: null }
  }

  confirm(who: number, which: number): Outcome {
    const { intentions, isBlocked } = this.people[who]!
    const intention = intentions[which]!
    if (isBlocked) return refused('customer_blocked')
    if (intention.ended_at !== null) return refused('intention_over')
    intention.status = 'AUTHORIZED'
    return { error: null, status: 'AUTHORIZED' }
  }

  /** DECLINED by the customer, CANCELLED by the till. A repeat gets the same answer. */
  withdrawIntention(who: number, which: number, status: 'DECLINED' | 'CANCELLED'): Outcome {
    const intention = this.people[who]!.intentions[which]!
    if (intention.ended_at === null) this.#end(who, intention, status)
    return intention.status === status ? { error: null } : refused('intention_over')
  }

  capture(who: number, which: number, code: string, amount: number | null): Outcome {
    const { ledger, captures, intentions, isBlocked } = this.people[who]!
    const intention = intentions[which]!
    if (intention.captured) {
      const capturedAmount = -(intention.captured['amount'] as number)
      return amount === null || amount === capturedAmount
        ? intention.captured
        : refused('idempotency_mismatch')
    }
    if (isBlocked) return refused('customer_blocked')
    if (intention.ended_at !== null) return refused('intention_over')
    if (amount !== null && amount > intention.amount) {
      return refused('capture_exceeds_hold', { held: intention.amount })
    }
    if (intention.status === 'PENDING' && code !== 'right') {
      if (code === 'none') return refused('authorization_required')
      intention.wrong_codes += 1
      const attempts_left = 5 - intention.wrong_codes
      if (attempts_left === 0) this.#end(who, intention, 'CANCELLED')
      return refused('wrong_code', { attempts_left })
    }
    intention.captured = ledger.capture(intention.hold, amount ?? intention.amount)
    intention.status = 'CAPTURED'
    intention.ended_at = this.now
    captures.push(ledger.spends.length - 1)
    return intention.captured
  }
}
