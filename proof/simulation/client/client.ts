/** What all clients have: virtual time and the network, as ClientIo. */

import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import type { ErrorBody } from '#contract/error.ts'
import type { ClientIo } from '#contract/io/io.ts'
import { filledPath } from '#contract/request/path.ts'
import { failureOf, RequestFailure } from '#contract/request/request-failure.ts'
import { send, withRetries } from '#contract/request/send.ts'

import type { Facts } from '../disk/facts.ts'
import type { Network } from '../network/network.ts'
import type { Timeline } from '../time/timeline.ts'
import type { History, Outcome } from './history.ts'

export type Stage = {
  timeline: Timeline
  network: Network
  facts: Facts
  history: History
  io: ClientIo
}

/** A client of a schedule. */
export type Client = {
  /** Takes the next step. Resolves when its operations have settled. */
  act: () => Promise<void>
  /** After the faults: repeats what has no conclusive answer, until it has one. */
  resolve: () => Promise<void>
}

export function clientIoOf(timeline: Timeline, network: Network): ClientIo {
  const cancels = new WeakMap<AbortSignal, () => void>()
  return {
    clock: {
      elapsed_ms: () => timeline.now_ms,
      after: (wait_ms, work) => timeline.after(wait_ms, 'client timer', work),
    },
    random: { fraction: () => timeline.chance.fraction() },
    fetch: (url, request) =>
      // An answer is read at once, so its time limit is over.
      network.fetch(url, request).finally(cancels.get(request.signal!)),
    timeout: (limit_ms) => {
      const { signal, abort } = limitedBy(limit_ms)
      cancels.set(signal, timeline.after(limit_ms, 'time-out', abort))
      return signal
    },
  }
}

function limitedBy(limit_ms: number): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  const text = `no answer in ${limit_ms} ms`
  const abort = () => controller.abort(new DOMException(text, 'TimeoutError'))
  return { signal: controller.signal, abort }
}

type Sent = { token: string; id?: string; body?: unknown; key?: string; isRepeatable: boolean }

/** A call of the portal or the console: its attempts with their time limits, and one kind of error. */
export function call(io: ClientIo, endpoint: EndpointKey, sent: Sent): Promise<unknown> {
  const [method, path] = endpoint.split(' ') as [string, string]
  const request = {
    method,
    headers: {
      authorization: `Bearer ${sent.token}`,
      ...(sent.key !== undefined && { 'idempotency-key': sent.key }),
    },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  }
  const url = `/api${filledPath(path, sent.id === undefined ? {} : { params: { id: sent.id } })}`
  return withRetries(sent.isRepeatable, () => attempt(io, url, request), io)
}

async function attempt(io: ClientIo, url: string, request: RequestInit): Promise<unknown> {
  const response = await send(url, request, io)
  if (response.status === 204) return undefined
  // A proxy's page is no JSON. Then only its status is known.
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && body !== undefined) return body
  throw failureOf(response, body as Partial<ErrorBody> | undefined)
}

/** What a failed call tells about its operation. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof RequestFailure)) throw error
  const { status, type } = error
  const isUnknown = status === null || status >= 500 || type === 'idempotency_in_progress'
  if (isUnknown || status === 429) return { state: 'unknown' }
  return { state: 'refused', code: type, status }
}
