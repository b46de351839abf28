/**
 * What code gets from its machine: time, timers, chance and the network. A function takes them as an argument, and the machine's own are
 * the default. So the simulation of proof/simulation replaces them, and a seed repeats a schedule.
 */

export type Clock = {
  /** Milliseconds since any fixed moment; never goes back. */
  elapsed_ms: () => number
  /** Calls `work` once after `wait_ms`. Returns a function that cancels it. */
  after: (wait_ms: number, work: () => void) => () => void
}

export type Random = {
  /** From 0 to 1, without 1. */
  fraction: () => number
}

/** What a client of the API gets. */
export type ClientIo = {
  clock: Clock
  random: Random
  fetch: (url: string, request: RequestInit) => Promise<Response>
  /** A signal that aborts with a TimeoutError after `limit_ms`. */
  timeout: (limit_ms: number) => AbortSignal
}

export const machineClock: Clock = {
  elapsed_ms: () => performance.now(),
  after: (wait_ms, work) => {
    const timer = setTimeout(work, wait_ms)
    return () => clearTimeout(timer)
  },
}

export const machineRandom: Random = { fraction: () => Math.random() }

export const clientIo: ClientIo = {
  clock: machineClock,
  random: machineRandom,
  fetch: (url, request) => fetch(url, request),
  timeout: (limit_ms) => AbortSignal.timeout(limit_ms),
}

/** Resolves with true after `wait_ms`, or with false as soon as `ended` is aborted. Never rejects. */
export function sleep(
  { after }: Pick<Clock, 'after'>,
  wait_ms: number,
  ended?: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (ended?.aborted) {
      resolve(false)
      return
    }
    const end = () => {
      cancel()
      resolve(false)
    }
    const cancel = after(wait_ms, () => {
      ended?.removeEventListener('abort', end)
      resolve(true)
    })
    ended?.addEventListener('abort', end, { once: true })
  })
}

/**
 * A controller whose signal also aborts when `stopped` does. Abort it when the work has ended: until then `stopped` refers to it.
 * Node would keep the signal of AbortSignal.any, and all that listens to it, for as long as nothing aborts it. The option `signal` of
 * addEventListener has the same leak.
 */
export function abortedWith(stopped: AbortSignal): AbortController {
  const controller = new AbortController()
  const end = () => controller.abort()
  const leave = () => stopped.removeEventListener('abort', end)
  if (stopped.aborted) end()
  else stopped.addEventListener('abort', end, { once: true })
  controller.signal.addEventListener('abort', leave, { once: true })
  return controller
}
