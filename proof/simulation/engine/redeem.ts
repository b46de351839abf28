/** A customer redeems prizes: engine/verbs/redeem.sql, for prizes without stock and pool. */

import { missing, spend } from '../disk/account.ts'
import type { PointsRecord, StoredVoucher } from '../disk/disk.ts'
import type { Facts, Prize } from '../disk/facts.ts'
import type { Transaction } from '../disk/transaction.ts'
import { type Decision, type Located, refused } from './command.ts'
import { accountOf, moved, recordOf } from './record.ts'
import { instant, voucherResult } from './result.ts'

export function redeem(tx: Transaction, one: Located, now_ms: number, facts: Facts): Decision {
  const { products = [], document, codes = [] } = one.args
  const { company_id } = one
  if (facts.byDocument.get(`${company_id} ${document}`)?.id !== one.customer_id) {
    return refused('forbidden')
  }
  const chosen: Prize[] = []
  for (const { prize_id, quantity } of products) {
    const prize = facts.prizes.find((of) => of.id === prize_id && of.company_id === company_id)
    if (!prize) return refused('not_found')
    chosen.push(...Array.from({ length: quantity }, () => prize))
  }
  const total = chosen.reduce((sum, { value }) => sum + value, 0)
  let account = accountOf(tx, one)
  const lacking = missing(account, total)
  if (lacking > 0) return refused('insufficient_balance', { missing: lacking })
  const records: PointsRecord[] = []
  const vouchers: StoredVoucher[] = []
  for (const [at, prize] of chosen.entries()) {
    const voucher = voucherOf(tx, one, { prize, code: codes[at]!.sealed_code, now_ms })
    const id = tx.newId()
    const after = spend(account, id, prize.value)
    const entry = {
      id,
      type_id: 'CNS' as const,
      origin: 'voucher',
      amount: 0 - prize.value,
      source_id: voucher.id,
      partner_key_id: null,
    }
    records.push(recordOf(tx, one, { after, entry, now_ms }))
    account = moved(after, now_ms)
    vouchers.push(voucher)
  }
  return { error: null, account, records, vouchers, result: vouchers.map(voucherResult) }
}

function voucherOf(
  tx: Transaction,
  one: Located,
  { prize, code, now_ms }: { prize: Prize; code: string; now_ms: number },
): StoredVoucher {
  return {
    company_id: one.company_id,
    customer_id: one.customer_id!,
    key: one.owner,
    id: tx.newId(),
    sealed_code: code,
    state: 'TO_WITHDRAW',
    points_amount: prize.value,
    prize: {
      id: prize.id,
      name: prize.name,
      description: null,
      tos_url: null,
      photo_url: null,
      category: null,
    },
    created_at: instant(now_ms),
    expires_at: null,
    withdrawn_at: null,
    withdrawn_at_subsidiary: null,
  }
}
