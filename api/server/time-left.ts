import { type Clock, systemClock } from '#database/io.ts'
import { NoAnswerInTime } from '#database/sql.ts'

/** Waits for a part of a call's work. Throws `NoAnswerInTime` when the call's time is over, and does not stop the work. */
export type InTime = <Result>(work: Promise<Result>) => Promise<Result>

/** All parts of one call share `limit_ms`. The time between them, in which the body arrives, does not count. */
export function timeLeft(limit_ms: number, clock: Clock = systemClock): InTime {
  let left_ms = limit_ms
  return async (work) => {
    const began_ms = clock.elapsed_ms()
    const late = Promise.withResolvers<never>()
    const cancel = clock.after(left_ms, () => late.reject(new NoAnswerInTime()))
    try {
      return await Promise.race([work, late.promise])
    } finally {
      cancel()
      left_ms -= clock.elapsed_ms() - began_ms
    }
  }
}
