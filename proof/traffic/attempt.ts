/** One call of a client, whose answer is conclusive or not. */

import type { ErrorBody } from '#contract/error.ts'

import type { Answer, Call, Journal } from './journal.ts'
import type { Shop } from './shop.ts'

/** Longer than the server's own limit for any request. */
const longestAttempt_ms = 25_000

/** What the clients of a company share. */
export type Traffic = {
  shop: Shop
  journal: Journal
  address: () => string
  /** Answers that no fault allows: a server error other than 503 with Retry-After, or two answers to one sale. */
  badAnswers: string[]
  /** ms until a client gives up. Default: 25,000. */
  attemptLimit_ms?: number
  /** Sends a call by `attempt`, with something around it. Default: nothing. */
  around?: (call: Call, attempt: Attempt) => ReturnType<Attempt>
}

type Attempt = () => Promise<Answer | undefined>

export type Sent = {
  method: string
  path: string
  headers: Record<string, string>
  body: object | null
}

/** Undefined without an answer, or if the answer leaves open whether the call was carried out. */
export async function attempt(
  {
    address,
    badAnswers,
    attemptLimit_ms = longestAttempt_ms,
  }: Omit<Traffic, 'shop' | 'journal' | 'around'>,
  { method, path, headers, body }: Sent,
): Promise<Answer | undefined> {
  try {
    const response = await fetch(`${address()}/api/${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(attemptLimit_ms),
    })
    const text = await response.text()
    const saysWhenToRetry = response.status === 503 && response.headers.has('retry-after')
    if (response.status >= 500 && !saysWhenToRetry)
      badAnswers.push(`${method} ${path} ${response.status}`)
    const answer = { status: response.status, body: text ? (JSON.parse(text) as unknown) : null }
    return isInconclusive(answer) ? undefined : answer
  } catch {
    // A refused, broken or timed-out connection does not tell whether the call was carried out.
    return undefined
  }
}

/** 408: the server read this attempt too slowly. An earlier attempt may have been carried out. */
function isInconclusive({ status, body }: Answer): boolean {
  return (
    status >= 500 ||
    status === 408 ||
    (status === 409 && typeOf(body) === 'idempotency_in_progress')
  )
}

function typeOf(body: unknown): string {
  return (body as ErrorBody).data.type
}
