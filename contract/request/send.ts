/** How the clients of the portal and the console send a call: its time limit and its retries (R3.2). */

import { networkMessage, timeoutMessage } from '#contract/error.ts'
import { type ClientIo, clientIo, sleep } from '#contract/io/io.ts'

import { RequestFailure } from './request-failure.ts'

/** The time limit of an attempt, and the retries of a repeatable call: the specification's figures (R3.2). */
const timeout_ms = 60_000
const maxRetries = 3
/** The wait before the first retry. It doubles: 0.5, 1 and 2 s outlast a restart of a node. */
const firstWait_ms = 500
/** If the server asks for a longer wait, the call fails at once and the person decides. */
const maxWait_ms = 10_000

/** One attempt. Throws RequestFailure if no answer comes. */
export function send(
  url: string,
  request: RequestInit,
  { fetch, timeout }: Pick<ClientIo, 'fetch' | 'timeout'> = clientIo,
): Promise<Response> {
  const signal = timeout(timeout_ms)
  return fetch(url, { ...request, signal }).catch((error: unknown) => {
    throw (error as Error).name === 'TimeoutError'
      ? new RequestFailure(null, 'timeout', timeoutMessage)
      : new RequestFailure(null, 'network', networkMessage)
  })
}

/**
 * Retries only repeatable calls (D2): reads, and writes with a key. Each wait doubles and varies at random, so that clients do not
 * retry in step.
 */
export async function withRetries<Answer>(
  isRepeatable: boolean,
  attempt: () => Promise<Answer>,
  { clock, random }: Pick<ClientIo, 'clock' | 'random'> = clientIo,
): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (!isRepeatable || retries === maxRetries || !isTransient(error)) throw error
      const wait_ms = firstWait_ms * 2 ** retries * (0.5 + random.fraction())
      await sleep(clock, Math.max(wait_ms, error.retry_after_ms))
    }
  }
}

/** No answer, or one that says that the server is unavailable, overloaded or still working on this call. */
function isTransient(error: unknown): error is RequestFailure {
  if (!(error instanceof RequestFailure) || error.retry_after_ms > maxWait_ms) return false
  const { status, type } = error
  if (type === 'idempotency_in_progress') return true
  return status === null || [429, 502, 503, 504].includes(status)
}

/** Reads a file. Throws for a truncated file, so that the person never saves half of it. */
export function fileOf(response: Response): Promise<Blob> {
  return response.blob().catch(() => {
    throw new RequestFailure(null, 'network', networkMessage)
  })
}
