/**
 * apply() of the model database: the path of engine/apply.sql with its locks, keys, repeats and outcomes, for the commands that the
 * schedules send. A company has customers with accounts, and every call is at the shop of the facts.
 */

import type { ErrorCode } from '#contract/error.ts'

import { release } from '../disk/account.ts'
import type { Facts } from '../disk/facts.ts'
import type { Transaction } from '../disk/transaction.ts'
import type { Args, Failure, Located, OutcomeRow } from './command.ts'
import { decide } from './decide.ts'
import { intentionResult, recordResult } from './result.ts'
import { writeDecision } from './write-decision.ts'

/** Errors that are not stored for a key (unstored_errors in engine/idempotency/idempotency.sql). */
const unstored = new Set<Failure | null>([
  'busy',
  'later',
  'key_busy',
  'key_mismatch',
  'unauthenticated',
  'invalid_key',
  'company_unavailable',
  'too_many_requests',
  'intention_declined',
])

export function applyCommands(
  tx: Transaction,
  facts: Facts,
  { company_id, commands, now_ms }: { company_id: string; commands: Args[]; now_ms: number },
): OutcomeRow[] {
  const located = commands.map((args, at) => locate(tx, facts, company_id, args, at + 1))
  claimKeys(tx, located, now_ms)
  check(tx, located, now_ms)
  for (const one of located.filter(({ isDone }) => !isDone)) run(tx, facts, one, now_ms)
  storeOutcomes(tx, located, now_ms)
  return located.map((one) => ({
    n: one.n,
    error: one.error,
    details: one.details,
    result: one.error === null ? one.result : null,
    is_replay: one.isReplay,
    is_stored: isStored(one),
    changed_customer_id: one.changed_customer_id,
    shop_names: null,
  }))
}

function locate(tx: Transaction, facts: Facts, company_id: string, args: Args, n: number): Located {
  const { disk } = tx
  const till = ownOf(company_id, facts.byKey.get(args.key_hash ?? ''))
  const session = ownOf(company_id, facts.byToken.get(args.token_hash ?? ''))
  const partner_key_id = till?.id ?? args.partner_key_id ?? null
  const caller_id = session?.id ?? args.caller_id ?? null
  const record = ownOf(company_id, tx.get(disk.records, args.record_id ?? '')) ?? null
  const found = ownOf(company_id, tx.get(disk.intentions, args.intention_id ?? ''))
  // An intention is visible to its till and to its customer (T4).
  const isVisible =
    found !== undefined &&
    (partner_key_id ?? found.partner_key_id) === found.partner_key_id &&
    (caller_id ?? found.customer_id) === found.customer_id
  const intention = isVisible ? found : null
  const byDocument = facts.byDocument.get(`${company_id} ${args.document}`)
  const owner =
    args.key === undefined
      ? null
      : [company_id, partner_key_id ?? '', caller_id ?? '', args.key].join(' ')
  const named = caller_id ?? args.customer_id ?? byDocument?.id ?? null
  return {
    n,
    company_id,
    args,
    owner,
    partner_key_id,
    caller_id,
    customer_id: intention?.customer_id ?? record?.customer_id ?? named,
    record,
    intention,
    error: credentialError(args, till !== undefined, session !== undefined),
    details: null,
    result: null,
    isDone: false,
    isReplay: false,
    hasKey: false,
    changed_customer_id: null,
  }
}

function ownOf<Row extends { company_id: string }>(
  company_id: string,
  row: Row | undefined,
): Row | undefined {
  return row?.company_id === company_id ? row : undefined
}

function credentialError(args: Args, isTill: boolean, isSession: boolean): ErrorCode | null {
  if (args.key_hash !== undefined && !isTill) return 'invalid_key'
  return args.token_hash !== undefined && !isSession ? 'unauthenticated' : null
}

/** Locks the keys, and answers repeats by the stored outcomes. */
function claimKeys(tx: Transaction, located: Located[], now_ms: number): void {
  const owners = new Set<string>()
  for (const one of located) {
    one.isDone = one.error !== null
    if (one.isDone || one.owner === null) continue
    if (owners.has(one.owner)) one.error = 'later'
    else if (!tx.lock(`key ${one.owner}`)) one.error = 'key_busy'
    else one.hasKey = true
    owners.add(one.owner)
    one.isDone = one.error !== null
    const stored = tx.get(tx.disk.keys, one.owner)
    if (one.isDone || !stored || stored.expires_ms <= now_ms) continue
    one.isDone = true
    one.isReplay = stored.fingerprint === one.args.key_fingerprint
    one.error = one.isReplay ? stored.error : 'key_mismatch'
    one.details = one.isReplay ? stored.details : null
    one.result = one.isReplay ? stored.result : null
  }
}

const recordTypes: Partial<Record<Args['verb'], string>> = { earn: 'GNR', return: 'GNR_REVERSAL' }

/** Answers repeats of an external_id, and leaves one command of a customer. */
function check(tx: Transaction, located: Located[], now_ms: number): void {
  const customers = new Set<string>()
  const externals = new Set<string>()
  for (const one of located) {
    if (one.isDone) continue
    const { args } = one
    if (
      (args.record_id !== undefined && !one.record) ||
      (args.intention_id !== undefined && !one.intention)
    ) {
      one.error = 'not_found'
    } else if (args.external_id !== undefined) answerRepeat(tx, one, now_ms)
    one.isDone ||= one.error !== null
    if (one.isDone) continue
    if (one.customer_id === null) {
      one.error = 'customer_not_found'
    } else {
      const external = args.external_id === undefined ? null : `${args.verb} ${args.external_id}`
      if (customers.has(one.customer_id) || (external !== null && externals.has(external))) {
        one.error = 'later'
      }
      customers.add(one.customer_id)
      if (external !== null) externals.add(external)
    }
    one.isDone = one.error !== null
  }
}

function answerRepeat(tx: Transaction, one: Located, now_ms: number): void {
  const { disk } = tx
  const { verb, external_id, fingerprint } = one.args
  // The undoing of a use looks for its own repeats.
  if (verb === 'return' && one.record?.type_id === 'CNS') return
  const type = verb === 'open' ? 'intention' : recordTypes[verb]
  const id = tx.get(disk.externals, `${type} ${external_id}`)
  if (id === undefined) return
  const intention = verb === 'open' ? tx.get(disk.intentions, id) : undefined
  const isSame = intention
    ? intention.fingerprint === fingerprint && intention.partner_key_id === one.partner_key_id
    : tx.get(disk.records, id)!.fingerprint === fingerprint
  one.isDone = true
  if (!isSame) one.error = 'idempotency_mismatch'
  else if (intention) one.result = intentionResult(intention, now_ms)
  else one.result = recordResult(tx.get(disk.records, id)!)
}

/** Decides one command under the customer's lock. */
function run(tx: Transaction, facts: Facts, one: Located, now_ms: number): void {
  const customer_id = one.customer_id!
  if (!tx.lock(`customer ${customer_id}`)) {
    one.error = 'busy'
    return
  }
  const moved_ms = Math.max(now_ms, tx.get(tx.disk.accounts, customer_id)!.moved_ms)
  settleHolds(tx, customer_id, moved_ms)
  const decision = decide(tx, facts, one, moved_ms)
  one.error = decision.error
  one.details = decision.details ?? null
  one.result = decision.result ?? null
  if (decision.intentions?.length) one.changed_customer_id = customer_id
  writeDecision(tx, one, decision, moved_ms)
}

/** Ends the hold of an expired intention. The end of the intention is written by a command about it. */
function settleHolds(tx: Transaction, customer_id: string, moved_ms: number): void {
  const { disk } = tx
  const open = tx.get(disk.unended, customer_id)
  const intention = open && tx.get(disk.intentions, open)
  if (!intention || intention.expires_ms > moved_ms) return
  const account = tx.get(disk.accounts, customer_id)!
  if (!account.holds[intention.id]) return
  tx.set(disk.accounts, customer_id, { ...release(account, intention.id), moved_ms })
}

const idempotency_ms = 30 * 86_400_000

function isStored({ hasKey, error }: Located): boolean {
  return hasKey && !unstored.has(error)
}

function storeOutcomes(tx: Transaction, located: Located[], now_ms: number): void {
  for (const one of located) {
    if (!isStored(one) || one.isReplay) continue
    tx.set(tx.disk.keys, one.owner!, {
      owner: one.owner!,
      fingerprint: one.args.key_fingerprint!,
      error: one.error as ErrorCode | null,
      details: one.details,
      result: one.error === null ? one.result : null,
      expires_ms: now_ms + idempotency_ms,
    })
  }
}
