/** The state of one customer's account in the sequential specification, and its copy. */

import { copyOfLedger } from '#api/testing/models/ledger-copy.ts'
import { LedgerModel } from '#api/testing/models/ledger-model.ts'

import type { Answer, Field, Fields } from './operation.ts'

/** The programme of the histories. The company file of shop.ts has the same figures. */
export const programme = {
  points_per_real: 30,
  /** Days: points of a waiting purchase can be spent after them. No history lasts as long. */
  waits: 2,
  purchaseDays: 400,
  promotionDays: 30,
  /** Points of a prize, in the order of the company file. */
  prizes: [3, 5, 2, 0, 40],
  promotions: {
    SEMPRE: { points: 7, per_customer: 1_000 },
    UMA: { points: 11, per_customer: 1 },
  } as Record<string, { points: number; per_customer: number }>,
}

export type IntentionState = {
  id: string
  external_id: string
  till: string
  status: string
  points: number
  value: number
  /** The balance before the hold. */
  balance: Fields
  /** Index of the hold in the ledger. */
  hold: number
  wrongCodes: number
  captured: Fields | null
}

export type VoucherState = {
  id: string
  code: string
  state: 'TO_WITHDRAW' | 'WITHDRAWN' | 'CANCELLED'
  points: number
  /** Index of the consumption in the ledger. */
  spend: number
}

/** What a key or an `external_id` stands for. */
export type Stored = { fingerprint: string; answer: Answer }

/** A list is replaced and never changed, so that copies may share it. */
export type Account = {
  ledger: LedgerModel
  /** The records, oldest first: an id, or the type and voucher of a record that no answer names. */
  records: readonly Field[]
  /** The ids of purchases, in the order of the ledger's. */
  purchases: readonly string[]
  /** Record of a capture → index of the consumption in the ledger. */
  captures: ReadonlyMap<string, number>
  intentions: readonly IntentionState[]
  vouchers: readonly VoucherState[]
  activations: Readonly<Record<string, number>>
  keys: ReadonlyMap<string, Stored>
  externals: ReadonlyMap<string, Stored>
  /** The outcomes of calls without an answer, which nothing in the history states. */
  guesses: readonly Answer[]
  /**
   * The ids of what calls without an answer made, by the placeholder that stands for each: an answer that shows such an id is the
   * first to name it.
   */
  names: ReadonlyMap<string, string>
}

export function newAccount(): Account {
  return {
    ledger: new LedgerModel(programme.points_per_real, 'deficit'),
    records: [],
    purchases: [],
    captures: new Map(),
    intentions: [],
    vouchers: [],
    activations: {},
    keys: new Map(),
    externals: new Map(),
    guesses: [],
    names: new Map(),
  }
}

/** A copy whose ledger may be changed. */
export function copyOf(account: Account): Account {
  return { ...account, ledger: copyOfLedger(account.ledger) }
}

/**
 * Equal for accounts that the same operations have led to, and that no later operation can tell apart. What the answers in the
 * history state, and sets without an order, need no comparison.
 */
export function keyOf(account: Account): string {
  const { ledger, records, intentions, vouchers, guesses, names } = account
  const lots = new Map<object, number>(ledger.lots.map((lot, at) => [lot, at]))
  const parts = (all: { lot: object; amount: bigint; worth: bigint }[]) =>
    all.flatMap(({ lot, amount, worth }) => [lots.get(lot)!, amount, worth])
  const state = [
    ledger.lots.flatMap(({ left, worth, gone, gone_worth }) => [left, worth, gone, gone_worth]),
    ledger.spends.map((spend) => [spend.undone, ...parts(spend.parts)]),
    ledger.holds.map((hold) => hold && parts(hold.parts)),
    ledger.purchases.flatMap(({ returned, takenWorth }) => [returned, takenWorth]),
    [ledger.owed, ledger.owed_worth, ledger.difference],
    records.map((record) => (record as Field[])[1]!),
    intentions.map(({ id, status, wrongCodes }) => [id, status, wrongCodes]),
    vouchers.map(({ id, state }) => [id, state]),
    guesses,
    [...names],
  ]
  return JSON.stringify(state, (_, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  )
}

/** Balances have two fields in each answer. */
export function balanceOf({ ledger }: Account): Fields {
  const { amount, value } = ledger.balance()
  return { amount, value }
}

const mark = '?'

/** The id that the answer of an operation names, or a placeholder for it where the call got no answer. */
export function placeholder(n: number, what: string): string {
  return `${mark}${n}.${what}`
}

export function isPlaceholder(id: string): boolean {
  return id.startsWith(mark)
}

/** Whether a command means this id: its own, or the one that has since been found for its placeholder. */
export function isNamed({ names }: Account, stored: string, id: string): boolean {
  return stored === id || names.get(stored) === id
}

/**
 * Whether an answer's field is the expected one. A placeholder without a name agrees with any id that no placeholder has, and
 * is added to `found`.
 */
export function agrees(
  expected: Field | undefined,
  actual: Field | undefined,
  names: ReadonlyMap<string, string>,
  found: Map<string, string>,
): boolean {
  if (typeof expected === 'string' && isPlaceholder(expected)) {
    const name = names.get(expected) ?? found.get(expected)
    if (name !== undefined) return name === actual
    if (typeof actual !== 'string' || [...names.values()].includes(actual)) return false
    found.set(expected, actual)
    return true
  }
  if (typeof expected !== 'object' || expected === null) return expected === actual
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(expected) !== Array.isArray(actual)) return false
  const [one, other] = [expected as Fields, actual as Fields]
  const fields = Object.keys(one)
  return (
    fields.length === Object.keys(other).length &&
    fields.every((field) => agrees(one[field], other[field], names, found))
  )
}
