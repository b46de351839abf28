/** The typed client (R3.2): one call, its time limit, its retries, and its failure as one thing with one sentence. */

import type { EndpointKey, Endpoints, RequestOf, ResponseOf } from '#contract/endpoints.ts'
import {
  type FieldMessages,
  messageForStatus,
  networkMessage,
  type ErrorCode,
  type ErrorBody,
  timeoutMessage,
} from '#contract/error.ts'
import { report } from '#portal/error-report/report.ts'
import { idTokenClaims, isSameSignIn, isToRenew } from '#portal/storage/id-token.ts'
import { endSession, renewToken, sessionProvider, storedToken } from '#portal/storage/session.ts'

import { currentCompanyId } from './company-id.ts'

const base_url: string = import.meta.env['VITE_API_URL'] ?? '/api'
/** Where the API's pictures are, which it names by their path alone; empty: on this page's own server. */
const pictures_url = base_url.replace(/\/api\/?$/, '')
/** R3.2: an attempt may take this long, and is made again three times where a repeat is safe. */
const timeout_ms = 60_000
const max_retries = 3
const first_wait_ms = 500
/** A server that asks for more is not waited for: the person is told, and decides. */
const max_wait_ms = 10_000

/** The catalogue's, or what is wrong with an answer that carries none. */
export type FailureType = ErrorCode | 'timeout' | 'network' | 'incomplete' | 'unknown'

/** Everything but a success. `status` is null when no answer came. */
export class RequestFailure extends Error {
  readonly status: number | null
  readonly type: FailureType
  readonly fields: FieldMessages
  /** What the server asks to be left alone for. */
  readonly retry_after_ms: number

  constructor(
    status: number | null,
    type: FailureType,
    message: string,
    { fields = {}, retry_after_ms = 0 }: { fields?: FieldMessages; retry_after_ms?: number } = {},
  ) {
    super(message)
    this.status = status
    this.type = type
    this.fields = fields
    this.retry_after_ms = retry_after_ms
  }
}

/** The server sheds load and has said when to come back. */
export function isServerBusy(error: unknown): boolean {
  return error instanceof RequestFailure && error.status === 503 && error.retry_after_ms > 0
}

/** What a call may send. */
type Sent = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string | undefined>
  body?: unknown
  idempotency_key?: string
}

/** What the endpoint takes; where it honours a key (D2), that too: attempt.ts makes one. */
type Call<Key extends EndpointKey> = RequestOf<Key> &
  (Endpoints[Key] extends { idempotent: true } ? { idempotency_key: string } : unknown)

/** The arguments after the endpoint's name. */
export type Rest<Key extends EndpointKey> = keyof Call<Key> extends never ? [] : [Call<Key>]

/**
 * Calls an endpoint of the contract. Throws RequestFailure. A 401 to a token ends the session (R3.8); an ID token is renewed
 * first, because this device's clock may be slow and a 401 comes before any work.
 */
export async function api<Key extends EndpointKey>(
  key: Key,
  ...sent: Rest<Key>
): Promise<ResponseOf<Key>> {
  const token = await goodToken()
  try {
    return await apiAs(token, key, ...sent)
  } catch (error) {
    if (!isRefused(error, token)) throw error
    return again(error, await renewed(token, true), key, ...sent)
  }

  /** With another token, if there is one. */
  async function again(
    refusal: RequestFailure,
    other: string | undefined,
    ...call: [Key, ...Rest<Key>]
  ): Promise<ResponseOf<Key>> {
    try {
      if (other === token) throw refusal
      return await apiAs(other, ...call)
    } catch (error) {
      if (isRefused(error, other)) endSession('expired')
      throw error
    }
  }
}

/**
 * A call whose answer is read as it comes: no time limit and no second try, for who reads it knows what to do without it.
 * Throws RequestFailure.
 */
export async function openStream(key: EndpointKey, signal: AbortSignal): Promise<Response> {
  const { url, request } = requestTo(await goodToken(), key, {})
  const response = await fetch(url, { ...request, signal }).catch(() => {
    throw new RequestFailure(null, 'network', networkMessage)
  })
  if (!response.ok) throw failure(response, undefined)
  return response
}

/** The session's, renewed where it is about to run out. */
async function goodToken(): Promise<string | undefined> {
  const stored = storedToken()
  return stored && isToRenew(stored, new Date()) ? renewed(stored, false) : stored
}

/** The token was refused, and is the session's still: not one that another tab has replaced since. */
function isRefused(error: unknown, token: string | undefined): error is RequestFailure {
  return (
    error instanceof RequestFailure && error.status === 401 && !!token && token === storedToken()
  )
}

/** The same with a token that no session has, or not yet. */
export async function apiAs<Key extends EndpointKey>(
  token: string | undefined,
  key: Key,
  ...[sent]: Rest<Key>
): Promise<ResponseOf<Key>> {
  const { url, request, is_repeatable } = requestTo(token, key, sent ?? {})
  try {
    const answer = await withRetries(is_repeatable, () => attempt(url, request, token))
    return answer as ResponseOf<Key>
  } catch (error) {
    // R13.1, R13.2: of what has a status the server knows.
    report(error, key)
    throw error
  }
}

function requestTo(
  token: string | undefined,
  key: EndpointKey,
  { params, query, headers, body, idempotency_key }: Sent,
) {
  const [method, path] = key.split(' ') as [string, string]
  const request = {
    method,
    headers: {
      ...(currentCompanyId() && { 'company-id': currentCompanyId() }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotency_key !== undefined && { 'idempotency-key': idempotency_key }),
      ...given(headers),
    } as Record<string, string>,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  return {
    url: `${base_url}${fillIn(path, params)}${queryString(query)}`,
    request,
    is_repeatable: method === 'GET' || idempotency_key !== undefined,
  }
}

/**
 * The session's token, renewed where it is the identity provider's (R3.6); `force` also when it has not run out. Where the
 * provider knows the person no longer the session is over, which the login says (R3.15).
 */
async function renewed(token: string | undefined, force: boolean): Promise<string | undefined> {
  const firebase = sessionProvider()
  if (!token || !firebase || idTokenClaims(token) === null) return token
  const other = await import('#portal/identity-provider/firebase.ts')
    .then(({ renewedIdToken }) => renewedIdToken(firebase, force))
    .catch(() => {
      throw new RequestFailure(null, 'network', networkMessage)
    })
  // Somebody has signed in or out meanwhile, or another tab was faster.
  if (storedToken() !== token) return storedToken()
  if (other === null || !isSameSignIn(token, other)) {
    endSession('reauthentication')
    throw new RequestFailure(401, 'unauthenticated', messageForStatus(401))
  }
  renewToken(other)
  return other
}

type Tagged = { url: string; token: string | undefined; etag: string; answer: unknown }

/** The last answer with an ETag. The API tags only what is polled (R8.1), so one is enough. */
let tagged: Tagged | undefined

/**
 * One try. Of an answer that it has read before it asks only whether that has changed. The browser's cache would not: the
 * API forbids it to keep anything (`no-store`).
 */
async function attempt(
  url: string,
  request: Omit<RequestInit, 'headers'> & { method: string; headers: Record<string, string> },
  token: string | undefined,
): Promise<unknown> {
  // The answer belongs to one session and is forgotten with it.
  if (tagged?.token !== token) tagged = undefined
  const known = request.method === 'GET' && tagged?.url === url ? tagged : undefined
  const headers = { ...request.headers, ...(known && { 'if-none-match': known.etag }) }
  const signal = AbortSignal.timeout(timeout_ms)
  const response = await fetch(url, { ...request, headers, signal }).catch((error: unknown) => {
    throw (error as Error).name === 'TimeoutError'
      ? new RequestFailure(null, 'timeout', timeoutMessage)
      : new RequestFailure(null, 'network', networkMessage)
  })
  if (response.status === 204) return undefined
  if (response.status === 304 && known) return known.answer
  if (response.ok && response.headers.get('content-disposition')?.startsWith('attachment')) {
    return file(response)
  }
  // A proxy's page, or an answer that was cut: no JSON, and so no more than its status says.
  const body: unknown = await response
    .text()
    .then(read)
    .catch(() => undefined)
  if (response.ok && body !== undefined) {
    const etag = response.headers.get('etag')
    if (etag !== null && request.method === 'GET') tagged = { url, token, etag, answer: body }
    return body
  }
  throw failure(response, body as Partial<ErrorBody> | undefined)
}

/** An answer's JSON. Throws where it is none. */
function read(text: string): unknown {
  if (pictures_url === '') return JSON.parse(text)
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith('/images/') ? pictures_url + value : value,
  )
}

/** All of it: one that was cut is none. */
function file(response: Response): Promise<Blob> {
  return response.blob().catch(() => {
    throw new RequestFailure(null, 'network', networkMessage)
  })
}

function failure(
  { ok, status, headers }: Response,
  body: Partial<ErrorBody> | undefined,
): RequestFailure {
  if (ok) return new RequestFailure(null, 'network', networkMessage)
  return new RequestFailure(
    status,
    body?.data?.type ?? 'unknown',
    body?.message ?? messageForStatus(status),
    {
      fields: body?.data?.fields ?? {},
      // Seconds; the other form, a date, is read as nothing asked for.
      retry_after_ms: (Number(headers.get('retry-after')) || 0) * 1000,
    },
  )
}

/**
 * Only what may be repeated is (D2): reads, and writes that carry a key. Each wait is twice the last, and a little random,
 * so that clients do not march in step.
 */
async function withRetries<Answer>(
  is_repeatable: boolean,
  run: () => Promise<Answer>,
): Promise<Answer> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await run()
    } catch (error) {
      if (!is_repeatable || retries === max_retries || !isPassing(error)) throw error
      const wait_ms = first_wait_ms * 2 ** retries * (0.5 + Math.random())
      await new Promise((resolve) => setTimeout(resolve, Math.max(wait_ms, error.retry_after_ms)))
    }
  }
}

/** No answer, or one that says that the server is away, busy for a moment, or at work on this very call. */
function isPassing(error: unknown): error is RequestFailure {
  if (!(error instanceof RequestFailure) || error.retry_after_ms > max_wait_ms) return false
  const { status, type } = error
  if (type === 'idempotency_in_progress') return true
  return status === null || [429, 502, 503, 504].includes(status)
}

function fillIn(path: string, params: Record<string, string> = {}): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryString(query: Record<string, unknown> = {}): string {
  const written = Object.entries(given(query)).map(([name, value]) => [name, String(value)])
  return written.length === 0 ? '' : `?${new URLSearchParams(written)}`
}

/** Without what was left out. */
function given(parts: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}
