/** What the specification changes when it carries a command out. */

import type { Outcome } from '#api/testing/models/ledger-model.ts'

import {
  type Account,
  balanceOf,
  type IntentionState,
  isNamed,
  placeholder,
  programme,
  type VoucherState,
} from './account.ts'
import type { Command, Field, Fields, Operation, Verb } from './operation.ts'
import { isOpen, spendOf } from './refusal.ts'

/** `isUnchanged`: the command reads, or repeats what has been done. */
type Effect = { fields: Fields; isUnchanged?: boolean }

/** Commands that change the ledger, so that the account needs its own copy of it. */
export const movesPoints = new Set<Verb>([
  'earn',
  'open',
  'decline',
  'cancel',
  'capture',
  'redeem',
  'give_back',
  'return',
  'undo',
  'activate',
])

/** Changes the account, which nothing else may refer to. The command is not one that refusalOf refuses. */
export function carryOut(account: Account, operation: Operation): Effect {
  const effect = effects[operation.command.verb] as Carry<Verb>
  return effect(account, operation.command, operation)
}

type Carry<verb extends Verb> = (
  account: Account,
  command: Extract<Command, { verb: verb }>,
  operation: Operation,
) => Effect

const effects: { [verb in Verb]: Carry<verb> } = {
  earn: (account, { centavos, waits }, operation) => {
    const { ledger } = account
    const moved = ledger.buy(centavos, waits ? programme.waits : 0, programme.purchaseDays)
    const fields = record(account, 'GNR', idIn(account, operation), moved)
    account.purchases = [...account.purchases, fields['id'] as string]
    return { fields }
  },

  open: (account, { points, external_id }, operation) => {
    const balance = balanceOf(account)
    const { value } = succeeded(account.ledger.hold(points))
    const opened: IntentionState = {
      id: idIn(account, operation),
      external_id,
      till: operation.caller,
      status: 'PENDING',
      points,
      value,
      balance,
      hold: account.ledger.holds.length - 1,
      wrongCodes: 0,
      captured: null,
    }
    account.intentions = [...account.intentions, opened]
    return { fields: intentionFields(opened) }
  },

  confirm: (account, { intention }) => {
    const found = intentionOf(account, intention)
    const isUnchanged = found.status === 'AUTHORIZED'
    const authorized = { ...found, status: 'AUTHORIZED' }
    replace(account, found, authorized)
    return { fields: intentionFields(authorized), isUnchanged }
  },

  decline: (account, { intention }) => end(account, intention, 'DECLINED'),

  cancel: (account, { intention }) => end(account, intention, 'CANCELLED'),

  capture: (account, { intention, points }, operation) => {
    const found = intentionOf(account, intention)
    if (found.captured) return { fields: intentionFields(found), isUnchanged: true }
    const { ledger } = account
    const moved = ledger.capture(found.hold, points ?? found.points)
    const id = idIn(account, operation, 'captured', 'record')
    const { amount, value } = record(account, 'CNS', id, moved) as Record<string, number>
    account.captures = new Map(account.captures).set(id, ledger.spends.length - 1)
    const used = { record: id, points: -amount!, value: -value! }
    const captured = { ...found, status: 'CAPTURED', captured: used }
    replace(account, found, captured)
    return { fields: intentionFields(captured) }
  },

  redeem: (account, { products }, operation) => {
    const wanted = products.toSorted(([one], [other]) => one - other)
    const prizes = wanted.flatMap(([prize, quantity]) =>
      Array.from({ length: quantity }, () => prize),
    )
    const issued = prizes.map((prize, at) =>
      issue(account, programme.prizes[prize]!, operation, at),
    )
    account.vouchers = [...account.vouchers, ...issued]
    return { fields: { vouchers: issued.map(({ id, code, points }) => ({ id, code, points })) } }
  },

  withdraw: (account, { voucher }) => useVoucher(account, voucher, 'WITHDRAWN'),

  give_back: (account, { voucher }) => {
    const used = useVoucher(account, voucher, 'CANCELLED')
    const { spend, id } = account.vouchers.find(({ id }) => id === used.fields['id'])!
    note(account, 'CNS_REVERSAL', id, account.ledger.undo(spend))
    return used
  },

  return: (account, { record: purchase, centavos }, operation) => {
    const at = account.purchases.findIndex((id) => isNamed(account, id, purchase))
    const moved = account.ledger.return(at, centavos)
    return { fields: record(account, 'GNR_REVERSAL', idIn(account, operation), moved) }
  },

  undo: (account, { record: capture }, operation) => {
    const moved = account.ledger.undo(spendOf(account, capture)!)
    return { fields: record(account, 'CNS_REVERSAL', idIn(account, operation), moved) }
  },

  activate: (account, { promotion }, operation) => {
    const { points } = programme.promotions[promotion]!
    const moved = account.ledger.grant(points, programme.promotionDays)
    // The answer of an activation has no sequence.
    const { sequence: _, ...fields } = record(account, 'GNR', idIn(account, operation), moved)
    const count = account.activations[promotion] ?? 0
    account.activations = { ...account.activations, [promotion]: count + 1 }
    return { fields }
  },

  balance: (account) => ({ fields: balanceOf(account), isUnchanged: true }),

  account: ({ ledger }) => ({ fields: ledger.balance(), isUnchanged: true }),

  intention: ({ intentions }) => {
    const open = intentions.find(isOpen)
    const { id, status, points, value } = open ?? {}
    const shown = open ? ({ id, status, points, value } as Fields) : null
    return { fields: { open: shown }, isUnchanged: true }
  },

  history: ({ records }) => ({ fields: { records: [...records] }, isUnchanged: true }),
}

/** The fields of an intention that both sides see. */
export function intentionFields(intention: IntentionState): Fields {
  const { id, status, points, value, balance, captured } = intention
  return { id, status, points, value, balance, captured }
}

export function intentionOf(account: Account, id: string): IntentionState {
  return account.intentions.find((one) => isNamed(account, one.id, id))!
}

export function replace(account: Account, one: IntentionState, other: IntentionState): void {
  account.intentions = account.intentions.map((each) => (each === one ? other : each))
}

function end(account: Account, id: string, status: string): Effect {
  const found = intentionOf(account, id)
  if (!isOpen(found)) return { fields: {}, isUnchanged: true }
  account.ledger.release(found.hold)
  replace(account, found, { ...found, status })
  return { fields: {} }
}

function issue(account: Account, points: number, operation: Operation, at: number): VoucherState {
  const id = idIn(account, operation, 'vouchers', String(at), 'id')
  const code = idIn(account, operation, 'vouchers', String(at), 'code')
  note(account, 'CNS', id, account.ledger.consume(points))
  const spend = account.ledger.spends.length - 1
  return { id, code, state: 'TO_WITHDRAW', points, spend }
}

function useVoucher(account: Account, code: string, state: 'WITHDRAWN' | 'CANCELLED'): Effect {
  const found = account.vouchers.find((one) => isNamed(account, one.code, code))!
  account.vouchers = account.vouchers.map((one) => (one === found ? { ...one, state } : one))
  return { fields: { id: found.id, state } }
}

/** Adds a record. Returns the fields of an answer that shows it. */
function record(account: Account, type: string, id: string, moved: Outcome): Fields {
  const { amount, value } = note(account, type, id, moved)
  return { id, sequence: account.records.length, amount, value, balance: balanceOf(account) }
}

function note(account: Account, type: string, id: string, moved: Outcome) {
  const { amount, value } = succeeded(moved)
  account.records = [...account.records, [type, id, amount, value]]
  return { amount, value }
}

function succeeded(moved: Outcome) {
  if (moved.error !== null) throw new Error(`the model refuses by itself: ${moved.error}`)
  return moved
}

/**
 * The id that the answer has at this path, or a placeholder if there is no answer. An id that the account has already is no id of
 * something new: the result then agrees with no answer.
 */
function idIn(account: Account, { n, answer }: Operation, ...path: string[]): string {
  const at = path.length > 0 ? path : ['id']
  if (answer === null) return placeholder(n, at.join('.'))
  let field: Field | undefined = answer.fields
  for (const name of at) field = (field as Fields | null)?.[name]
  if (typeof field !== 'string' || isUsed(account, field)) return ''
  return field
}

function isUsed(account: Account, id: string): boolean {
  const { records, intentions, vouchers } = account
  return (
    records.some((one) => isNamed(account, (one as string[])[1]!, id)) ||
    intentions.some((one) => isNamed(account, one.id, id)) ||
    vouchers.some((one) => isNamed(account, one.id, id) || isNamed(account, one.code, id))
  )
}
