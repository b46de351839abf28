/** Whether a till may request points of a customer now, and how many: api/intention/stored/ask-terms.sql (T6, D5, D13). */

import { limits } from '#contract/limits.ts'

import type { StoredIntention } from '../disk/disk.ts'
import type { Transaction } from '../disk/transaction.ts'
import type { Details, Located } from './command.ts'

export type AskTerms = {
  error: 'too_many_requests' | 'intention_declined' | null
  details: Details
  /** After a decline: the declined intention, which this request repeats once. */
  retried_id: string | null
  /** The request must be for fewer points. */
  below: number
}

const hour_ms = 3_600_000

export function askTerms(tx: Transaction, one: Located, now_ms: number): AskTerms {
  const requests = intentionsOf(tx, one)
  const terms: AskTerms = { error: null, details: {}, retried_id: null, below: Infinity }
  const nth = requests
    .filter(({ partner_key_id }) => partner_key_id === one.partner_key_id)
    .toSorted((a, b) => b.created_ms - a.created_ms)[limits.max_intentions_per_hour - 1]
  if (nth && nth.created_ms + hour_ms > now_ms) {
    const details = { retry_after_s: secondsUntil(nth.created_ms + hour_ms, now_ms) }
    return { ...terms, error: 'too_many_requests', details }
  }
  const decline_ms = limits.decline_minutes * 60_000
  const [declined] = requests
    .filter(({ status, ended_ms }) => status === 'DECLINED' && ended_ms! > now_ms - decline_ms)
    .toSorted((a, b) => b.ended_ms! - a.ended_ms!)
  if (!declined) return terms
  const details = { retry_after_s: secondsUntil(declined.ended_ms! + decline_ms, now_ms) }
  const isRepeated = requests.some(({ retried_id }) => retried_id === declined.id)
  if (declined.retried_id !== null || isRepeated) {
    return { ...terms, error: 'intention_declined', details }
  }
  return { error: null, details, retried_id: declined.id, below: declined.points_amount }
}

/** The requests of all tills to this customer. All are at one shop. */
function intentionsOf(tx: Transaction, one: Located): StoredIntention[] {
  return [...tx.disk.intentions.values()].filter(
    ({ customer_id }) => customer_id === one.customer_id,
  )
}

function secondsUntil(at_ms: number, now_ms: number): number {
  return Math.ceil((at_ms - now_ms) / 1_000)
}
