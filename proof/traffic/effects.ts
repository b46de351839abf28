/** The facts that an answer states, one sentence each, in the words that facts.ts uses for the tables. */

import { effectsOf, type Received } from '#api/testing/models/verification.ts'
import type { CapturedSale } from '#contract/console/counter.ts'
import type { AdjustedPoints } from '#contract/console/desk.ts'
import type { Merged } from '#contract/console/merge.ts'
import type { ErrorBody } from '#contract/error.ts'
import type { TillIntention } from '#contract/intention.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'

import type { Answer, Call, StaffVerb, Verb } from './journal.ts'

/** The facts of a call that has its final answer; none if it was refused. */
export function effectsOfCall({ verb, path, body: sent }: Call, answer: Answer): string[] {
  const subject = /[0-9a-f-]{36}/.exec(path)?.[0] ?? ''
  if (!isOfStaff(verb)) return effectsOf({ verb, subject, ...answer })
  if (answer.status >= 300 && !saysDone(verb, answer)) return []
  const { external_id = '' } = (sent ?? {}) as { external_id?: string }
  return effects[verb]({ body: answer.body, subject, external_id })
}

/**
 * Whether an error says that an earlier attempt of the same call was carried out. These two calls have no key. The accounts belong to
 * one client, so no other call can have undone the merge, or have given the customer the new name.
 */
function saysDone(verb: StaffVerb, { status, body }: Answer): boolean {
  const { type } = (body as ErrorBody).data
  return (verb === 'undo_merge' && type === 'merge_over') || (verb === 'correct' && status === 422)
}

function isOfStaff(verb: Verb): verb is StaffVerb {
  return verb in effects
}

type Stated = { body: unknown; subject: string; external_id: string }

const effects: Record<StaffVerb, (stated: Stated) => string[]> = {
  counter_sale: ({ body, external_id }) => {
    const { id } = body as GeneratedPoints
    return [...model('generate', body), act('sale', id, external_id), entry('sold', id)]
  },
  counter_open: ({ body, external_id }) => {
    const { id } = body as TillIntention
    return [...model('open', body), act('request', id, external_id), entry('asked', id)]
  },
  counter_capture: ({ body }) => {
    const { intention, sale } = body as CapturedSale
    const { external_id, captured } = intention
    return [
      ...model('capture', intention),
      ...model('generate', sale),
      act('use', captured!.record_id, external_id),
      act('sale', sale.id, external_id),
      entry('sold_with_points', sale.id),
    ]
  },
  counter_cancel: ({ subject }) => [
    ...model('cancel', null, subject),
    entry('ask_cancelled', subject),
  ],
  counter_return: ({ body, external_id }) => {
    const { id } = body as GeneratedPoints
    return [...model('reverse', body), act('return', id, external_id), entry('returned', id)]
  },
  counter_undo: ({ body, external_id }) => {
    const { id } = body as GeneratedPoints
    return [...model('reverse', body), act('undo', id, external_id), entry('use_undone', id)]
  },
  counter_withdraw: ({ body, external_id }) => {
    const { id } = body as Voucher
    return [
      ...model('withdraw', body),
      act('voucher', id, external_id),
      entry('voucher_withdrawn', id),
    ]
  },
  adjust: ({ body }) => moved('adjusted', body as AdjustedPoints),
  undo_adjustment: ({ body }) => moved('adjustment_undone', body as AdjustedPoints),
  desk_reverse: ({ body }) => moved('reversed', body as AdjustedPoints),
  block: ({ subject }) => [entry('blocked', subject)],
  unblock: ({ subject }) => [entry('unblocked', subject)],
  correct: ({ subject }) => [entry('corrected', subject)],
  merge: ({ body }) => {
    const { id, points_amount, points_value } = body as Merged
    return [`merge ${id} ${points_amount} ${points_value}`, entry('merged', id)]
  },
  undo_merge: ({ subject }) => [`merge ${subject} undone`, entry('merge_undone', subject)],
}

function model(verb: Received['verb'], body: unknown, subject: string | null = null): string[] {
  return effectsOf({ verb, subject, status: 200, body })
}

/** A row of counter_act. */
function act(kind: string, id: string, external_id: string): string {
  return `act ${kind} ${id} ${external_id}`
}

/** An entry of the audit log. */
function entry(action: string, id: string): string {
  return `entry customer.${action} ${id}`
}

function moved(action: string, { id, points_amount, points_value }: AdjustedPoints): string[] {
  return [`record ${id} ${points_amount} ${points_value}`, entry(action, id)]
}
