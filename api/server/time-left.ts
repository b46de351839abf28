import { NoAnswerInTime } from '#database/sql.ts'

/** Waits for a part of a call's work. Throws `NoAnswerInTime` when the call's time is over, and does not stop the work. */
export type InTime = <Result>(work: Promise<Result>) => Promise<Result>

/** All parts of one call share `limit_ms`. The time between them, in which the body arrives, does not count. */
export function timeLeft(limit_ms: number): InTime {
  let left_ms = limit_ms
  return async (work) => {
    const began = performance.now()
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new NoAnswerInTime()), left_ms)
    try {
      return await Promise.race([work, late.promise])
    } finally {
      clearTimeout(timer)
      left_ms -= performance.now() - began
    }
  }
}
