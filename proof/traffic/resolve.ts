/** Resolves calls without an answer as their clients would: the same call again, with the same key and `external_id`. */

import { setTimeout as sleep } from 'node:timers/promises'

import pLimit from 'p-limit'

import type { SealedDatabase } from '#api/context/context.ts'
import { without } from '#api/testing/models/verification.ts'
import type { TillIntention } from '#contract/intention.ts'

import { attempt, type Traffic } from './attempt.ts'
import { effectsOfCall } from './effects.ts'
import { allFacts } from './facts.ts'
import { type Answer, type Call, type Entry, readJournal, type Verb } from './journal.ts'
import { renewSessions } from './shop.ts'

/** Retries of a call stop after this time; the proof then fails. */
const answerLimit_ms = 30_000
const answerRetry_ms = 100
const concurrentRetries = 8

/** A call that had no answer. `isDone`: it had been carried out before the retry. */
export type Resolved = { verb: Verb; isDone: boolean }

/**
 * Returns the calls that were resolved. A call that stays unknown is an error. Sessions are renewed first: a merge that was carried out
 * would be refused when it is repeated more than 5 minutes after the second factor.
 */
export async function resolve(traffic: Traffic, sealed: SealedDatabase): Promise<Resolved[]> {
  const { journal, shop } = traffic
  await renewSessions(sealed, shop.company_id)
  const entries = await readJournal(journal.path)
  const unknown = entries.filter(({ answer }) => !answer)
  const settled = entries.flatMap(({ call, answer }) => (answer ? effectsOfCall(call, answer) : []))
  // What is stored and was not acknowledged.
  const surplus = new Set(without(await allFacts(sealed, shop.company_id), settled))
  const limit = pLimit(concurrentRetries)
  const resolved = await Promise.all(
    unknown.map(({ n, call }) =>
      limit(async () => {
        const answer = await answered(traffic, call)
        await journal.settle(n, answer)
        const effects = effectsOfCall(call, answer)
        const isDone = effects.length > 0 && effects.every((effect) => surplus.has(effect))
        return { verb: call.verb, isDone }
      }),
    ),
  )
  await cancelOpenIntentions(traffic)
  return resolved
}

async function answered(traffic: Traffic, call: Call): Promise<Answer> {
  const deadline = performance.now() + answerLimit_ms
  while (performance.now() < deadline) {
    const answer = await attempt(traffic, call)
    if (answer) return answer
    await sleep(answerRetry_ms)
  }
  throw new Error(`no answer to ${call.method} ${call.path}`)
}

/** Cancels intentions that a load left open: a customer can have only one. */
async function cancelOpenIntentions(traffic: Traffic): Promise<void> {
  const entries = await readJournal(traffic.journal.path)
  const ended = new Set(
    entries.flatMap(({ call: { verb, path } }) =>
      /^(counter_)?(capture|cancel)$/.test(verb) ? [path.split('/')[3]] : [],
    ),
  )
  const open = entries.filter(
    ({ call, answer }) =>
      /^(counter_)?open$/.test(call.verb) &&
      answer?.status === 201 &&
      !ended.has((answer.body as TillIntention).id),
  )
  const limit = pLimit(concurrentRetries)
  await Promise.all(
    open.map(({ call, answer }) =>
      limit(async () => {
        const cancel = cancelOf(call, (answer!.body as TillIntention).id)
        const n = await traffic.journal.intend(cancel)
        await traffic.journal.settle(n, await answered(traffic, cancel))
      }),
    ),
  )
}

function cancelOf({ verb, headers, body }: Entry['call'], id: string): Call {
  if (verb === 'open') {
    const { authorization } = headers
    return {
      verb: 'cancel',
      method: 'DELETE',
      path: `partner/points/intention/${id}`,
      headers: { authorization: authorization! },
      body: null,
    }
  }
  const { shop } = body as { shop: string }
  const path = `admin/counter/intention/${id}/cancel`
  return { verb: 'counter_cancel', method: 'POST', path, headers, body: { shop } }
}
