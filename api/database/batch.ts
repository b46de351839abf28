/**
 * Micro-batching: calls that arrive in one turn of the event loop go out as one statement. Consumption through HTTP went
 * from 6,500 to 12,500 a second by it, the balance from 13,200 to 30,100.
 */

import { type Database, isDatabaseAway, isStopped, LockNotGiven } from './sql.ts'

/** Beyond this, the rest waits for the next batch: a statement of bounded length. */
const most_members = 256
/**
 * While so many are on their way, what arrives gathers, so that load makes batches larger, not more numerous. With three, one
 * waits for the disk at its commit while two work: on two cores a third more vouchers a second than with two, and no less
 * than with four.
 */
const most_in_flight = 3
/** A member comes again after 1, 2, 4 … ms, and then so long, give or take a half. */
const longest_pause_ms = 64
/** As long as any statement may take (openPool), a member may find its customer taken. */
const busy_limit_ms = 15_000

/** What the SQL of a batch answers for a member that it has not run: another transaction has its customer. */
export type Busy = { refusal: 'busy' }

/**
 * `run` takes the members of a batch and answers in their order, all in one transaction. A member that comes with a claim,
 * the transaction of its key, is run alone on it, and there it waits for whatever it needs.
 *
 * No member makes the others wait: one that is answered `busy` comes again in a later batch, and holds no connection in
 * between. None makes them fail: when the database refuses what a batch holds, each half is run by itself, until a bad
 * member is alone; the others pay two small statements for each halving. When the database is away, all fail: nobody
 * knows whether the batch was committed, and a crowd of retries would not bring it back.
 */
export function batched<Member, Answer>(
  run: (members: Member[], claim: Database | undefined) => Promise<(Answer | Busy)[]>,
): (member: Member, claim?: Database) => Promise<Answer> {
  type Waiting = PromiseWithResolvers<Answer> & { member: Member; began: number; pause_ms: number }
  let waiting: Waiting[] = []
  let in_flight = 0
  let scheduled = false

  function add(one: Waiting): void {
    waiting.push(one)
    if (!scheduled) {
      scheduled = true
      setImmediate(send)
    }
  }

  function send(): void {
    scheduled = false
    while (waiting.length > 0 && in_flight < most_in_flight) {
      const batch = waiting.slice(0, most_members)
      waiting = waiting.slice(most_members)
      in_flight += 1
      void answer(batch).finally(() => {
        in_flight -= 1
        send()
      })
    }
  }

  async function answer(batch: Waiting[]): Promise<void> {
    try {
      const answers = await run(
        batch.map((one) => one.member),
        undefined,
      )
      batch.forEach((one, at) => {
        const answer = answers[at]!
        if (isBusy(answer)) comeAgain(one)
        else one.resolve(answer)
      })
    } catch (error) {
      // One that took too long did nothing, and the database is there.
      if (batch.length === 1 || (isDatabaseAway(error) && !isStopped(error))) {
        batch.forEach((one) => one.reject(error))
      } else {
        const half = Math.ceil(batch.length / 2)
        await answer(batch.slice(0, half))
        await answer(batch.slice(half))
      }
    }
  }

  function comeAgain(one: Waiting): void {
    if (performance.now() - one.began > busy_limit_ms) {
      one.reject(new LockNotGiven())
      return
    }
    // By chance, so that two nodes whose batches have taken what the other needs do not meet again and again.
    setTimeout(() => add(one), one.pause_ms * (0.5 + Math.random()))
    one.pause_ms = Math.min(2 * one.pause_ms, longest_pause_ms)
  }

  return async (member, claim) => {
    // Who waits is never busy.
    if (claim) return (await run([member], claim))[0] as Answer
    const answered = Promise.withResolvers<Answer>()
    add({ ...answered, member, began: performance.now(), pause_ms: 1 })
    return answered.promise
  }
}

function isBusy(answer: unknown): answer is Busy {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'refusal' in answer &&
    answer.refusal === 'busy'
  )
}
