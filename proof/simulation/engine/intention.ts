/** A till's request for points: engine/verbs/open.sql, capture.sql and confirm.sql. */

import { createHash } from 'node:crypto'

import { limits } from '#contract/limits.ts'

import { type Account, balanceOf, capture, hold, missing, release } from '../disk/account.ts'
import type { StoredIntention } from '../disk/disk.ts'
import type { Facts } from '../disk/facts.ts'
import type { Transaction } from '../disk/transaction.ts'
import { type AskTerms, askTerms } from './ask-terms.ts'
import { type Decision, type Located, refused } from './command.ts'
import { accountOf, moved, recordOf } from './record.ts'
import { intentionResult } from './result.ts'

export function open(tx: Transaction, one: Located, now_ms: number, facts: Facts): Decision {
  const id = tx.get(tx.disk.unended, one.customer_id!)
  const last = id ? tx.get(tx.disk.intentions, id) : undefined
  if (last && last.expires_ms > now_ms) return refused('intention_open')
  const ended = last ? [expired(last)] : []
  const account = accountOf(tx, one)
  const terms = askTerms(tx, one, now_ms)
  const error = reasonNotToHold(account, one, terms)
  if (error) return { ...error, intentions: ended }
  const { args } = one
  const intention: StoredIntention = {
    company_id: one.company_id,
    id: tx.newId(),
    customer_id: one.customer_id!,
    partner_key_id: one.partner_key_id!,
    external_id: args.external_id!,
    fingerprint: args.fingerprint!,
    status: 'PENDING',
    subsidiary_name: args.subsidiary_name!,
    purchase_value: args.purchase_value!,
    points_amount: args.points_amount!,
    balance_amount: balanceOf(account).amount,
    captured_amount: null,
    record_id: null,
    wrong_codes: 0,
    retried_id: terms.retried_id,
    created_ms: now_ms,
    expires_ms: now_ms + facts.intention_minutes * 60_000,
    ended_ms: null,
  }
  return {
    error: null,
    account: { ...hold(account, intention.id, intention.points_amount), moved_ms: now_ms },
    intentions: [...ended, intention],
    result: intentionResult(intention, now_ms),
  }
}

function reasonNotToHold(account: Account, { args }: Located, terms: AskTerms): Decision | null {
  const amount = args.points_amount!
  if (terms.error !== null) return refused(terms.error, terms.details)
  if (amount >= terms.below) return refused('intention_declined', terms.details)
  const lacking = missing(account, amount)
  if (lacking > 0) return refused('insufficient_balance', { missing: lacking })
  return amount > args.purchase_value!
    ? refused('points_exceed_purchase', { most: args.purchase_value! })
    : null
}

export function captureIntention(tx: Transaction, one: Located, now_ms: number): Decision {
  const intention = currentIntention(tx, one)
  const { points_amount: amount, code } = one.args
  if (intention.status === 'CAPTURED') {
    return amount !== undefined && amount !== intention.captured_amount
      ? refused('idempotency_mismatch')
      : { error: null, result: intentionResult(intention, now_ms) }
  }
  const over = overAt(intention, now_ms)
  if (over) return over
  if (amount !== undefined && amount > intention.points_amount) {
    return refused('capture_exceeds_hold', { held: intention.points_amount })
  }
  if (intention.status === 'PENDING') {
    if (code === undefined) return refused('authorization_required')
    if (code !== codeOf(intention, one.args.code_key!)) {
      return wrongCode(tx, one, intention, now_ms)
    }
  }
  return captured(tx, one, { intention, amount: amount ?? intention.points_amount, now_ms })
}

function captured(
  tx: Transaction,
  one: Located,
  { intention, amount, now_ms }: { intention: StoredIntention; amount: number; now_ms: number },
): Decision {
  const id = tx.newId()
  const after = capture(accountOf(tx, one), intention.id, { use: id, amount })
  const entry = {
    id,
    type_id: 'CNS' as const,
    origin: 'api:/points/intention',
    amount: 0 - amount,
    source_id: intention.id,
    subsidiary_name: intention.subsidiary_name,
    purchase_value: intention.purchase_value,
    external_id: intention.external_id,
  }
  const ended: StoredIntention = {
    ...intention,
    status: 'CAPTURED',
    captured_amount: amount,
    record_id: id,
    ended_ms: now_ms,
  }
  return {
    error: null,
    account: moved(after, now_ms),
    records: [recordOf(tx, one, { after, entry, now_ms })],
    intentions: [ended],
    result: intentionResult(ended, now_ms),
  }
}

/** The same as intention_code of engine/verbs/capture.sql. */
function codeOf({ points_amount, subsidiary_name }: StoredIntention, code_key: string): string {
  const digest = createHash('sha256')
    .update(Buffer.from(code_key.slice(2), 'hex'))
    .update(`${points_amount}\n${subsidiary_name}`)
    .digest()
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0')
}

function wrongCode(
  tx: Transaction,
  one: Located,
  intention: StoredIntention,
  now_ms: number,
): Decision {
  const wrong_codes = intention.wrong_codes + 1
  const attempts_left = limits.max_wrong_codes - wrong_codes
  const counted = { ...intention, wrong_codes }
  const error = refused('wrong_code', { attempts_left })
  if (attempts_left > 0) return { ...error, intentions: [counted] }
  return { ...error, ...endedBy(tx, one, { intention: counted, status: 'CANCELLED', now_ms }) }
}

export function confirm(tx: Transaction, one: Located, now_ms: number): Decision {
  const intention = currentIntention(tx, one)
  const over = overAt(intention, now_ms)
  if (over) return over
  const authorized = { ...intention, status: 'AUTHORIZED' as const }
  return {
    error: null,
    ...(intention.status === 'PENDING' && { intentions: [authorized] }),
    result: intentionResult(authorized, now_ms),
  }
}

/** DECLINED by the customer, CANCELLED by the till, EXPIRED by the job. A repeat gets the same answer. */
export function withdraw(
  tx: Transaction,
  one: Located,
  status: 'DECLINED' | 'CANCELLED' | 'EXPIRED',
  now_ms: number,
): Decision {
  const intention = currentIntention(tx, one)
  if (intention.ended_ms !== null) return withdrawn(intention, status, now_ms)
  if (intention.expires_ms <= now_ms) {
    const over = expired(intention)
    return { ...withdrawn(over, status, now_ms), intentions: [over] }
  }
  if (status === 'EXPIRED') return refused('intention_over')
  const change = endedBy(tx, one, { intention, status, now_ms })
  // The first answer has no instant of the end, as in confirm.sql; a repeat has it.
  return { ...withdrawn({ ...intention, status }, status, now_ms), ...change }
}

function withdrawn(intention: StoredIntention, status: string, now_ms: number): Decision {
  return intention.status === status
    ? { error: null, result: intentionResult(intention, now_ms) }
    : refused('intention_over')
}

function currentIntention(tx: Transaction, { intention }: Located): StoredIntention {
  return tx.get(tx.disk.intentions, intention!.id)!
}

function expired(intention: StoredIntention): StoredIntention {
  return { ...intention, status: 'EXPIRED', ended_ms: intention.expires_ms }
}

/** The refusal of an intention that has ended, or whose time is over. */
function overAt(intention: StoredIntention, now_ms: number): Decision | null {
  if (intention.ended_ms !== null) return refused('intention_over')
  if (intention.expires_ms > now_ms) return null
  return { ...refused('intention_over'), intentions: [expired(intention)] }
}

/** Ends an intention without a capture: its points are free. */
function endedBy(
  tx: Transaction,
  one: Located,
  {
    intention,
    status,
    now_ms,
  }: Pick<StoredIntention, 'status'> & {
    intention: StoredIntention
    now_ms: number
  },
): Required<Pick<Decision, 'account' | 'intentions'>> {
  return {
    account: { ...release(accountOf(tx, one), intention.id), moved_ms: now_ms },
    intentions: [{ ...intention, status, ended_ms: now_ms }],
  }
}
