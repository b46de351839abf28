/** The coverage of histories: each verb, each of its answers, and whether another call about the customer was in flight. */

import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'

import { overlap } from './judge.ts'
import type { Operation, Verb } from './operation.ts'

/** The endpoint of each verb. Its errors are the refusals that the coverage must reach, or call impossible. */
const endpointOf: Record<Verb, EndpointKey> = {
  earn: 'POST /partner/points/generate',
  open: 'POST /partner/points/intention',
  confirm: 'POST /points/intention/{id}/confirm',
  decline: 'DELETE /points/intention/{id}',
  cancel: 'DELETE /partner/points/intention/{id}',
  capture: 'POST /partner/points/intention/{id}/capture',
  redeem: 'POST /voucher/generate',
  withdraw: 'POST /partner/voucher/{code}/withdraw',
  give_back: 'POST /partner/voucher/{code}/cancel',
  return: 'POST /partner/points/{id}/reverse',
  undo: 'POST /partner/points/{id}/reverse',
  activate: 'POST /promotion/{code}/activate',
  balance: 'GET /customer/balance',
  account: 'GET /customer',
  intention: 'GET /points/intention',
  history: 'GET /points',
}

const existing =
  'The clients name only customers, records, intentions, vouchers and promotions that exist.'
const programme =
  'The company of the histories has no such rule: levels, dates, lists of shops and limits have tests of their own.'
const plenty =
  'Stock and codes last for every chunk, so that customers stay independent of each other.'

/** The errors that no call of a history can get. */
const impossibleErrors: Record<string, string> = {
  customer_not_found: existing,
  not_found: existing,
  voucher_not_found: existing,
  promotion_not_found: existing,
  forbidden: existing,
  expired_code: 'The tills name customers by document.',
  unknown_subsidiary: programme,
  unknown_calculation_rule: programme,
  inactive_calculation_rule: programme,
  daily_limit_reached: programme,
  inactive_promotion: programme,
  invalid_promotion: programme,
  incomplete_profile: programme,
  level_required: programme,
  expired: programme,
  voucher_expired: programme,
  no_codes_left: plenty,
  price_changed: 'No redemption names a price.',
  customer_blocked: 'No staff member acts during a history.',
  contact_unconfirmed: 'Every customer has confirmed an email.',
  points_exceed_purchase: 'Each intention is for a purchase of R$ 10.000,00.',
  intention_declined: 'Each intention is of a shop of its own.',
  too_many_requests: 'A chunk has 32 tills, so that no till reaches a limit of an hour.',
}

/** Errors that the endpoint shares with another verb. */
const ofOtherVerb: Partial<Record<Verb, string[]>> = {
  return: ['consumption_is_whole'],
  undo: ['return_exceeds_purchase'],
}

/** Answers other than errors. A verb with a number or key has repeats. */
const keyed = new Set<Verb>([
  'earn',
  'open',
  'capture',
  'redeem',
  'withdraw',
  'give_back',
  'return',
  'undo',
  'activate',
])
const numbered = new Set<Verb>(['earn', 'open', 'return', 'undo'])

/** The cells that a full run reaches 100 times, and the reasons for the others. */
export function cellsOfHistories(): { required: string[]; impossible: Record<string, string> } {
  const required: string[] = []
  const impossible: Record<string, string> = {}
  for (const verb of Object.keys(endpointOf) as Verb[]) {
    for (const answer of answersOf(verb)) {
      for (const beside of ['alone', 'concurrent'] as const) {
        const cell = cellOf(verb, answer, beside)
        const reason = reasonAgainst(verb, answer, beside)
        if (reason === null) required.push(cell)
        else impossible[cell] = reason
      }
    }
  }
  return { required, impossible }
}

function answersOf(verb: Verb): string[] {
  const declared: readonly string[] = endpoints[endpointOf[verb]].errors
  const errors = declared.filter((error) => !ofOtherVerb[verb]?.includes(error))
  return [
    'done',
    'unknown',
    ...(keyed.has(verb) ? ['replayed'] : []),
    ...(numbered.has(verb) ? ['repeated'] : []),
    // Every key can be sent with another body.
    ...new Set([...errors, ...(keyed.has(verb) ? ['idempotency_mismatch'] : [])]),
  ]
}

function reasonAgainst(verb: Verb, answer: string, beside: string): string | null {
  if (answer === 'unknown' && beside === 'alone') {
    return 'A call without an answer may take effect beside any later call.'
  }
  if (answer === 'idempotency_mismatch' && !altered.has(verb)) {
    return 'The clients change no body of this verb.'
  }
  return impossibleErrors[answer] ?? null
}

/** The verbs of which a client sends a key or number with another body (choose.ts). */
const altered = new Set<Verb>(['earn', 'open', 'return', 'redeem', 'capture'])

/** How often the history reached each cell. */
export function reachedBy(history: Operation[]): Record<string, number> {
  const reached: Record<string, number> = {}
  for (const operations of Map.groupBy(history, ({ customer }) => customer).values()) {
    for (const operation of operations) {
      const cell = cellOf(
        operation.command.verb,
        labelOf(operation),
        besideOf(operation, operations),
      )
      reached[cell] = (reached[cell] ?? 0) + 1
    }
  }
  return reached
}

function labelOf({ answer, isRepeat, command }: Operation): string {
  if (answer === null) return 'unknown'
  if (answer.error !== null) return answer.error
  if (answer.replayed) return 'replayed'
  return isRepeat && numbered.has(command.verb) ? 'repeated' : 'done'
}

/** A call without an answer may take effect beside any later call, so it counts for none of them. */
function besideOf(operation: Operation, operations: Operation[]): 'alone' | 'concurrent' {
  const isBeside = operations.some(
    (other) => other !== operation && other.answer !== null && overlap(operation, other),
  )
  return isBeside ? 'concurrent' : 'alone'
}

function cellOf(verb: Verb, answer: string, beside: string): string {
  return `${verb} · ${answer} · ${beside}`
}
