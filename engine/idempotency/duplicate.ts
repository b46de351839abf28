/** Concurrent duplicates of an idempotency key within this process wait here, outside the batches. */

import type { Clock } from '#database/io.ts'

type Outcome = { isStored: boolean }

/**
 * Returns a function that runs the calls of one key one after the other until one has stored its outcome; the others then
 * replay it. A duplicate that has waited `wait_ms` gets the answer of `refuse`. idempotency.sql orders the calls of several
 * processes.
 */
export function createTurns(clock: Clock, wait_ms: number) {
  /** The calls in progress, by key. Each resolves to whether the call stored its outcome, and never rejects. */
  const inFlight = new Map<string, Promise<boolean>>()

  async function lead<Of extends Outcome>(id: string, run: () => Promise<Of>): Promise<Of> {
    const ended = Promise.withResolvers<boolean>()
    inFlight.set(id, ended.promise)
    let isStored = false
    try {
      const outcome = await run()
      isStored = outcome.isStored
      return outcome
    } finally {
      inFlight.delete(id)
      ended.resolve(isStored)
    }
  }

  return async function inTurn<Of extends Outcome>(
    id: string,
    run: () => Promise<Of>,
    refuse: () => Of,
  ): Promise<Of> {
    const over = Promise.withResolvers<'over'>()
    const cancel = inFlight.has(id) ? clock.after(wait_ms, () => over.resolve('over')) : undefined
    try {
      for (let first = inFlight.get(id); first; first = inFlight.get(id)) {
        const ended = await Promise.race([first, over.promise])
        if (ended === 'over') return refuse()
        if (ended) return await run()
      }
      cancel?.()
      return await lead(id, run)
    } finally {
      cancel?.()
    }
  }
}
