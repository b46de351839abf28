/** The next record of a customer's ledger. */

import { type Account, balanceOf } from '../disk/account.ts'
import type { PointsRecord } from '../disk/disk.ts'
import type { Transaction } from '../disk/transaction.ts'
import type { Decision, Located } from './command.ts'
import { instant, recordResult } from './result.ts'

export type Entry = Pick<PointsRecord, 'type_id' | 'origin' | 'amount'> & Partial<PointsRecord>

/** `after`: the account with the effect of the record. */
export function recordOf(
  tx: Transaction,
  one: Located,
  { after, entry, now_ms }: { after: Account; entry: Entry; now_ms: number },
): PointsRecord {
  const { amount } = balanceOf(after)
  return {
    company_id: one.company_id,
    id: entry.id ?? tx.newId(),
    customer_id: one.customer_id!,
    sequence: after.sequence + 1,
    source_id: null,
    reverses_id: null,
    partner_key_id: one.partner_key_id,
    external_id: null,
    subsidiary_name: null,
    purchase_value: null,
    value: entry.amount,
    expires_on: null,
    balance_amount: amount,
    balance_value: amount,
    created_at: instant(now_ms),
    fingerprint: null,
    key: one.owner,
    ...entry,
  }
}

/** The account after one more record. */
export function moved(account: Account, now_ms: number): Account {
  return { ...account, sequence: account.sequence + 1, moved_ms: now_ms }
}

/** The decision of a command whose result is one record. */
export function recorded(
  tx: Transaction,
  one: Located,
  change: { after: Account; entry: Entry; now_ms: number },
): Decision {
  const record = recordOf(tx, one, change)
  const account = moved(change.after, change.now_ms)
  return { error: null, account, records: [record], result: recordResult(record) }
}

export function accountOf(tx: Transaction, { customer_id }: Located): Account {
  return tx.get(tx.disk.accounts, customer_id!)!
}
