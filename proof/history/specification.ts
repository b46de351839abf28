/**
 * The sequential specification of one customer's account: what each command answers and changes when commands come one after the
 * other. It is written from D2 to D9 on the ledger of api/testing/models, independently of the SQL.
 *
 * Histories are judged customer by customer. That is sound, because linearizability is local: a history of several objects is
 * linearizable if and only if the history of each object is (Herlihy and Wing 1990). A customer's account is such an object as
 * long as no command of one customer can change an answer to another. The customers share four things, and each is kept out:
 * - prize stock and code pool: more than any history redeems. `halves` compares what was issued with the vouchers.
 * - activations in all: the promotions have no such limit. `halves` counts them.
 * - idempotency keys and `external_id`: random, and used for one customer only.
 * - points that a till's key may give in a day: without a limit.
 *
 * The search of linearize.ts needs this of `step`: an operation that changes nothing in one state does not change a later state with
 * the same answer. It holds, because what makes a command a repeat never ends: an ended intention, a used voucher, a returned
 * purchase, a stored key and a known `external_id` stay so.
 */

import {
  type Account,
  agrees,
  copyOf,
  isPlaceholder,
  keyOf,
  newAccount,
  type Stored,
} from './account.ts'
import { carryOut, intentionFields, intentionOf, movesPoints, replace } from './effect.ts'
import type { Specification } from './linearize.ts'
import type { Answer, Command, Field, Operation } from './operation.ts'
import { nameOf, recordNames } from './record-name.ts'
import { type Refusal, refusalOf } from './refusal.ts'

/** The answer of a command beside another call with its key. It says nothing about the account. */
export const inProgress = 'idempotency_in_progress'

/**
 * The specification for one customer's history. Records are append-only, so the longest list of them that an answer shows says
 * which record is made when. An order that makes them otherwise would be refused at that answer; here it ends at once.
 */
export function specificationOf(history: Operation[]): Specification<Account, Operation> {
  const order = longestRead(history)
  const places = new Map(order.map((record, at) => [nameOf(record), at]))
  return {
    initial: newAccount(),
    keyOf,
    step: (account, operation) => {
      const { answer: actual } = operation
      if (actual?.error === inProgress) return account
      const { after, answer } = outcomeOf(account, operation)
      const found = new Map<string, string>()
      const records = after.records.slice(account.records.length, order.length)
      const isInOrder = records.every((record, n) =>
        agrees(record, order[account.records.length + n], after.names, found),
      )
      if (!isInOrder || (actual && !isAnswer(answer, actual, after.names, found))) {
        return actual && isTooLate(account, places, operation) ? 'never' : 'not now'
      }
      if (after === account && found.size === 0) return account
      const guesses = actual ? after.guesses : [...after.guesses, answer]
      const names = found.size === 0 ? after.names : new Map([...after.names, ...found])
      return { ...after, guesses, names }
    },
  }
}

/** The records of the longest history that an answer shows, oldest first. */
function longestRead(history: Operation[]): Field[] {
  const lists = history.map(({ answer }) => (answer?.fields['records'] ?? []) as Field[])
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), [])
}

function isAnswer(
  expected: Answer,
  actual: Answer,
  names: ReadonlyMap<string, string>,
  found: Map<string, string>,
): boolean {
  return (
    expected.error === actual.error &&
    expected.replayed === actual.replayed &&
    agrees(expected.fields, actual.fields, names, found)
  )
}

/** Whether another record has the place of one that the answer names. */
function isTooLate(
  { records }: Account,
  places: ReadonlyMap<string, number>,
  { command, answer }: Operation,
): boolean {
  const { sequence } = answer!.fields
  return recordNames(command.verb, answer!).some((name) => {
    const place = typeof sequence === 'number' ? sequence - 1 : places.get(name)
    const made = place === undefined ? undefined : records[place]
    return made !== undefined && nameOf(made) !== name && !isPlaceholder((made as string[])[1]!)
  })
}

/** The answer that the specification gives in this state, and the state after it. The ids are those of the history. */
export function outcomeOf(
  account: Account,
  operation: Operation,
): { after: Account; answer: Answer } {
  const { key, caller, command } = operation
  if (key === null) return withoutKey(account, operation)
  const owner = `${caller} ${key}`
  const fingerprint = JSON.stringify(command)
  const stored = account.keys.get(owner)
  if (stored) {
    const isSame = stored.fingerprint === fingerprint
    const answer = isSame ? { ...stored.answer, replayed: true } : mismatch
    return { after: account, answer }
  }
  const { after, answer } = withoutKey(account, operation)
  if (unstored.has(answer.error ?? '')) return { after, answer }
  const keys = new Map(after.keys).set(owner, { fingerprint, answer })
  return { after: { ...after, keys }, answer }
}

/** Errors that a key does not store (contract/error.ts: transientErrors). */
const unstored = new Set(['too_many_requests'])
const mismatch: Answer = { error: 'idempotency_mismatch', replayed: false, fields: {} }

function withoutKey(account: Account, operation: Operation) {
  const { caller, command } = operation
  const external = externalOf(command, caller)
  const earlier = external && account.externals.get(external.id)
  if (earlier) {
    const isSame = earlier.fingerprint === external.fingerprint
    // A use of points that was undone is refused as such, whatever its number (engine/verbs/undo.sql).
    if (isSame && !isPartOfUse(command)) return repeated(account, earlier)
    if (command.verb !== 'undo') return { after: account, answer: mismatch }
  }
  const refusal = refusalOf(account, command, caller)
  if (refusal) return refused(account, command, refusal)
  if (cannotAgree(account, operation)) return { after: account, answer: otherwise }
  const after = movesPoints.has(command.verb) ? copyOf(account) : { ...account }
  const { fields, isUnchanged = false } = carryOut(after, operation)
  const answer = { error: null, replayed: false, fields }
  if (isUnchanged) return { after: account, answer }
  if (external) {
    const stored = { fingerprint: external.fingerprint, answer }
    after.externals = new Map(after.externals).set(external.id, stored)
  }
  return { after, answer }
}

/** Saves the copy of an account whose answer is certain to differ. */
const otherwise: Answer = { error: null, replayed: false, fields: {} }
function cannotAgree({ records }: Account, { answer }: Operation): boolean {
  if (answer === null) return false
  const { sequence } = answer.fields
  return answer.error !== null || (sequence !== undefined && sequence !== records.length + 1)
}

/** The till's number of a command, and what a repeat must have in common with the first. Null: a command without a number. */
function externalOf(command: Command, till: string) {
  if (!('external_id' in command)) return null
  const id = `${command.verb} ${command.external_id}`
  if (command.verb === 'undo') return { id, fingerprint: command.record }
  // Another till may repeat a sale or a return, but not another till's intention.
  const owner = command.verb === 'open' ? till : null
  return { id, fingerprint: JSON.stringify([command, owner]) }
}

function isPartOfUse(command: Command): boolean {
  return command.verb === 'undo' && command.isPart
}

/** The first answer, for an intention in its present state. */
function repeated(account: Account, { answer }: Stored) {
  const { id } = answer.fields
  const isIntention = 'status' in answer.fields
  const fields = isIntention ? intentionFields(intentionOf(account, id as string)) : answer.fields
  return { after: account, answer: { ...answer, fields } }
}

/** A wrong code is counted, and the fifth ends the intention (T5). */
function refused(account: Account, command: Command, { error, fields }: Refusal) {
  const answer = { error, replayed: false, fields }
  if (error !== 'wrong_code' || command.verb !== 'capture') return { after: account, answer }
  const isLast = fields['attempts_left'] === 0
  const after = isLast ? copyOf(account) : { ...account }
  const found = intentionOf(after, command.intention)
  if (isLast) after.ledger.release(found.hold)
  const status = isLast ? 'CANCELLED' : found.status
  replace(after, found, { ...found, status, wrongCodes: found.wrongCodes + 1 })
  return { after, answer }
}
