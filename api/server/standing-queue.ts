/** The shortest time in ms for which a queue must stand. */
const window_ms = 250

/**
 * A queue that shrinks again within a moment is a burst: the calls came while the process or PostgreSQL paused, and are answered soon.
 * A queue that stands has more calls than the process can answer. CoDel (RFC 8289) tells the two apart by the shortest queue of a period,
 * and so does this function.
 *
 * Returns a function that is called with the number of calls in progress at each arrival of a call. It returns the part of them that
 * shows overload: the shortest queue of the last 250 to 500 ms, or all above `burst`. `now_ms` never goes back.
 */
export function standingQueue(burst: number, now_ms: () => number): (length: number) => number {
  let began_ms = now_ms()
  let shortestBefore = 0
  let shortest = 0
  return (length) => {
    if (now_ms() - began_ms >= window_ms) {
      began_ms = now_ms()
      shortestBefore = shortest
      shortest = length
    }
    shortest = Math.min(shortest, length)
    return Math.max(Math.min(shortestBefore, shortest), length - burst)
  }
}
