/** Judges a history customer by customer, and says in one sentence what no order explains. */

import type { Account } from './account.ts'
import { type Judgement, linearize, maxSteps } from './linearize.ts'
import type { Answer, Operation } from './operation.ts'
import { inProgress, outcomeOf, specificationOf } from './specification.ts'

/** Answers that a sentence quotes: one for each state that was possible, up to this many. */
const maxQuoted = 3

/** One sentence for each customer whose history no sequential order explains, or whose search reached its limit. */
export function judge(history: Operation[], limit: number = maxSteps): string[] {
  const byCustomer = Map.groupBy(history, ({ customer }) => customer)
  return [...byCustomer].flatMap(([customer, operations]) => [
    ...sentencesOf(customer, judged(operations, limit)),
    ...aloneInProgress(operations).map(
      ({ n }) => `customer ${customer}: operation ${n} waits for a key that no other call holds.`,
    ),
  ])
}

function judged(operations: Operation[], limit: number): Judgement<Account, Operation> {
  const history = withoutUniqueKeys(operations)
  return linearize(history, specificationOf(history), limit)
}

/** A key that one call alone has cannot be told from no key. Without it a refusal changes nothing. */
function withoutUniqueKeys(operations: Operation[]): Operation[] {
  const counts = new Map<string, number>()
  const ownerOf = ({ caller, key }: Operation) => `${caller} ${key}`
  for (const one of operations) counts.set(ownerOf(one), (counts.get(ownerOf(one)) ?? 0) + 1)
  return operations.map((one) => (counts.get(ownerOf(one)) === 1 ? { ...one, key: null } : one))
}

function sentencesOf(customer: number, judgement: Judgement<Account, Operation>): string[] {
  if (judgement.verdict === 'explained') return []
  const { operation } = judgement
  const what = `customer ${customer}, operation ${operation.n} (${said(operation)})`
  if (judgement.verdict === 'undecided') {
    return [`${what}: undecided after ${judgement.steps} steps of the search.`]
  }
  const expected = judgement.states
    .slice(0, maxQuoted)
    .map((state) => quoted(outcomeOf(state, operation).answer))
  return [
    `${what}: no order explains it. Without the calls beside it the answer is ${[...new Set(expected)].join(' or ')}.`,
  ]
}

/** Such an answer needs a call of the same caller with the same key at the same time. */
function aloneInProgress(operations: Operation[]): Operation[] {
  return operations.filter(
    (one) =>
      one.answer?.error === inProgress &&
      !operations.some((other) => other !== one && sharesKey(one, other) && overlap(one, other)),
  )
}

function sharesKey(one: Operation, other: Operation): boolean {
  return one.key === other.key && one.caller === other.caller
}

/** Whether neither has returned before the other was invoked. */
export function overlap(one: Operation, other: Operation): boolean {
  return (
    one.invoked_at <= (other.returned_at ?? Infinity) &&
    other.invoked_at <= (one.returned_at ?? Infinity)
  )
}

function said({ command, answer }: Operation): string {
  return `${JSON.stringify(command)} → ${answer ? quoted(answer) : 'no answer'}`
}

function quoted({ error, replayed, fields }: Answer): string {
  const words = [error ?? 'done', ...(replayed ? ['replayed'] : []), JSON.stringify(fields)]
  return words.join(' ')
}
