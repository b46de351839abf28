/** Why the specification refuses a command; it then changes nothing, except that a wrong code is counted. */

import { type Account, balanceOf, type IntentionState, isNamed, programme } from './account.ts'
import type { Command, Fields, Verb } from './operation.ts'

export type Refusal = { error: string; fields: Fields }

/** Limits of a till and a customer (T6): intentions in an hour, and wrong codes in a day. No history lasts an hour. */
const maxIntentions = 10
const maxWrongCodes = 15

/** Null: the command is carried out. */
export function refusalOf(account: Account, command: Command, caller: string): Refusal | null {
  const refusal = refusals[command.verb] as Refuse<Verb>
  return refusal(account, command, caller)
}

type Refuse<verb extends Verb> = (
  account: Account,
  command: Extract<Command, { verb: verb }>,
  caller: string,
) => Refusal | null

const never = () => null
const unless = (isAllowed: boolean, error: string, fields: Fields = {}) =>
  isAllowed ? null : { error, fields }

const refusals: { [verb in Verb]: Refuse<verb> } = {
  earn: never,
  balance: never,
  account: never,
  intention: never,
  history: never,

  open: (account, { points }, till) => {
    const { intentions } = account
    if (intentions.some(isOpen)) return { error: 'intention_open', fields: {} }
    const ofTill = intentions.filter((one) => one.till === till)
    const wrongCodes = ofTill.reduce((sum, one) => sum + one.wrongCodes, 0)
    if (ofTill.length >= maxIntentions || wrongCodes >= maxWrongCodes) {
      return { error: 'too_many_requests', fields: {} }
    }
    return missing(account, points)
  },

  confirm: (account, { intention }) =>
    withIntention(account, intention, (one) => unless(isOpen(one), 'intention_over')),

  decline: (account, { intention }) => withdrawal(account, intention, 'DECLINED'),

  cancel: (account, { intention }) => withdrawal(account, intention, 'CANCELLED'),

  capture: (account, { intention, code, points }) =>
    withIntention(account, intention, (one) => {
      if (one.status === 'CAPTURED') {
        const isSame = points === null || points === one.captured!['points']
        return unless(isSame, 'idempotency_mismatch')
      }
      if (!isOpen(one)) return { error: 'intention_over', fields: {} }
      if (points !== null && points > one.points) {
        return { error: 'capture_exceeds_hold', fields: { held: one.points } }
      }
      if (one.status === 'AUTHORIZED' || code?.isRight) return null
      if (!code) return { error: 'authorization_required', fields: {} }
      return { error: 'wrong_code', fields: { attempts_left: 4 - one.wrongCodes } }
    }),

  redeem: (account, { products }) => {
    const price = products.reduce(
      (sum, [prize, quantity]) => sum + programme.prizes[prize]! * quantity,
      0,
    )
    return missing(account, price)
  },

  withdraw: (account, { voucher }) => use(account, voucher),

  give_back: (account, { voucher }) => use(account, voucher),

  return: (account, { record, centavos }) => {
    const at = account.purchases.findIndex((id) => isNamed(account, id, record))
    if (at === -1) return notFound
    const { paid, returned } = account.ledger.purchases[at]!
    if (paid === returned) return { error: 'already_reversed', fields: {} }
    const isInside = centavos === null || BigInt(centavos) <= paid - returned
    return unless(isInside, 'return_exceeds_purchase')
  },

  undo: (account, { record, external_id, isPart }) => {
    const spend = spendOf(account, record)
    if (spend === undefined) return notFound
    if (isPart) return { error: 'consumption_is_whole', fields: {} }
    if (account.ledger.spends[spend]!.undone) return { error: 'already_reversed', fields: {} }
    return unless(!account.externals.has(`undo ${external_id}`), 'idempotency_mismatch')
  },

  activate: ({ activations }, { promotion }) => {
    const { per_customer } = programme.promotions[promotion]!
    return unless((activations[promotion] ?? 0) < per_customer, 'promotion_used')
  },
}

const notFound: Refusal = { error: 'not_found', fields: {} }

export function isOpen({ status }: IntentionState): boolean {
  return status === 'PENDING' || status === 'AUTHORIZED'
}

/** The index in the ledger of the consumption of a capture. */
export function spendOf({ captures, names }: Account, record: string): number | undefined {
  const direct = captures.get(record)
  if (direct !== undefined) return direct
  return [...captures].find(([id]) => names.get(id) === record)?.[1]
}

function missing(account: Account, points: number): Refusal | null {
  const { amount } = balanceOf(account) as { amount: number }
  return unless(points <= amount, 'insufficient_balance', { missing: points - amount })
}

function withIntention(
  account: Account,
  id: string,
  refuse: (intention: IntentionState) => Refusal | null,
): Refusal | null {
  const found = account.intentions.find((one) => isNamed(account, one.id, id))
  return found ? refuse(found) : notFound
}

/** A repeat of the same end is no error. */
function withdrawal(account: Account, id: string, status: string): Refusal | null {
  return withIntention(account, id, (one) =>
    unless(isOpen(one) || one.status === status, 'intention_over'),
  )
}

function use(account: Account, code: string): Refusal | null {
  const voucher = account.vouchers.find((one) => isNamed(account, one.code, code))
  if (!voucher) return { error: 'voucher_not_found', fields: {} }
  const { state } = voucher
  return unless(state === 'TO_WITHDRAW', `voucher_${state.toLowerCase()}`)
}
