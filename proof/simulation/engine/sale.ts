/** A purchase and its return, and a use of points that a till undoes: engine/verbs/earn.sql, return.sql and undo.sql. */

import { earn, returnGoods, undo } from '../disk/account.ts'
import type { Transaction } from '../disk/transaction.ts'
import { type Decision, type Located, refused } from './command.ts'
import { accountOf, recorded } from './record.ts'
import { recordResult } from './result.ts'

export function sell(tx: Transaction, one: Located, now_ms: number): Decision {
  const { args } = one
  const id = tx.newId()
  const { account: after, earned } = earn(accountOf(tx, one), id, args.purchase_value!)
  const entry = {
    id,
    type_id: 'GNR' as const,
    origin: 'api:/points/generate',
    amount: earned,
    external_id: args.external_id!,
    fingerprint: args.fingerprint!,
    subsidiary_name: args.subsidiary_name!,
    purchase_value: args.purchase_value!,
  }
  return recorded(tx, one, { after, entry, now_ms })
}

export function giveBack(tx: Transaction, one: Located, now_ms: number): Decision {
  const account = accountOf(tx, one)
  const earned = one.record!
  const purchase = account.purchases[earned.id]
  if (!purchase) return refused('not_found')
  const left = purchase.paid - purchase.returned
  const value = one.args.returned_value ?? left
  if (left === 0) return refused('already_reversed')
  if (value > left) return refused('return_exceeds_purchase')
  const { account: after, points } = returnGoods(account, earned.id, value)
  const entry = {
    type_id: 'GNR_REVERSAL' as const,
    origin: 'api:/points/reverse',
    // 0 − 0 is 0; −0 is another number in JSON.
    amount: 0 - points,
    reverses_id: earned.id,
    external_id: one.args.external_id!,
    fingerprint: one.args.fingerprint!,
    subsidiary_name: earned.subsidiary_name,
    purchase_value: value,
  }
  return recorded(tx, one, { after, entry, now_ms })
}

export function undoUse(tx: Transaction, one: Located, now_ms: number): Decision {
  const { disk } = tx
  const { external_id, returned_value } = one.args
  const spent = one.record!
  const account = accountOf(tx, one)
  if (spent.origin === 'voucher') return refused('not_found')
  if (returned_value !== undefined) return refused('consumption_is_whole')
  const first = tx.get(disk.records, tx.get(disk.externals, `CNS_REVERSAL ${external_id}`) ?? '')
  if (account.uses[spent.id]!.isUndone) {
    return first?.reverses_id === spent.id
      ? { error: null, result: recordResult(first) }
      : refused('already_reversed')
  }
  if (first) return refused('idempotency_mismatch')
  const entry = {
    type_id: 'CNS_REVERSAL' as const,
    origin: 'api:/points/reverse',
    amount: -spent.amount,
    reverses_id: spent.id,
    source_id: spent.source_id,
    external_id: external_id!,
    subsidiary_name: spent.subsidiary_name,
  }
  return recorded(tx, one, { after: undo(account, spent.id), entry, now_ms })
}
