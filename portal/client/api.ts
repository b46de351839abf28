/** The typed client (R3.2): one call with its time limit, its retries and one kind of error. */

import type {
  EndpointKey,
  Endpoints,
  RequestOf,
  ResponseOf,
} from '#contract/endpoints/endpoints.ts'
import { messageForStatus, networkMessage, type ErrorBody } from '#contract/error.ts'
import { filledPath, withoutUndefined } from '#contract/request/path.ts'
import { failureOf, RequestFailure } from '#contract/request/request-failure.ts'
import { fileOf, send, withRetries } from '#contract/request/send.ts'
import { report } from '#portal/error-report/report.ts'
import { idTokenClaims, isSameSignIn, isToRenew } from '#portal/storage/id-token.ts'
import { endSession, renewToken, sessionProvider, storedToken } from '#portal/storage/session.ts'

import { currentCompanyId } from './company-id.ts'
import { dropFirstAnswers, takeFirstAnswer } from './first-answers.ts'
import { setServerTime } from './server-clock.ts'

const baseUrl: string = import.meta.env['VITE_API_URL'] ?? '/api'
/** Prefix for the server's paths in answers. Empty if the page is from the same server. */
const serverUrl = baseUrl.replace(/\/api\/?$/, '')

/** The parts of a request. */
type RequestParts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  headers?: Record<string, string | undefined>
  body?: unknown
  idempotencyKey?: string
}

/**
 * The request of an endpoint. If the endpoint honours an idempotency key (D2), the request has one, which
 * attempt.ts makes.
 */
type Call<Key extends EndpointKey> = RequestOf<Key> &
  (Endpoints[Key] extends { idempotent: true } ? { idempotencyKey: string } : unknown)

/** The arguments after the endpoint's name. */
export type Rest<Key extends EndpointKey> = keyof Call<Key> extends never
  ? []
  : object extends Call<Key>
    ? [Call<Key>?]
    : [Call<Key>]

/**
 * Calls an endpoint of the contract. Throws RequestFailure. A 401 to a call with a token ends the session (R3.8), and so does
 * `customer_blocked`. Before a 401 does,
 * an ID token is renewed and the call is sent once more, because a slow clock on this device hides an expiry. Repeating is
 * safe, because the server answers a 401 before it does any work.
 */
export async function api<Key extends EndpointKey>(
  key: Key,
  ...sent: Rest<Key>
): Promise<ResponseOf<Key>> {
  const token = await goodToken()
  try {
    return await apiAs(token, key, ...sent)
  } catch (error) {
    if (isBlocked(error, token)) endSession('blocked')
    if (!isRefused(error, token)) throw error
    return retryAs(error, await renewed(token, true), key, ...sent)
  }

  /**
   * Sends the call again with the token `other`. If `other` is the token that the server refused,
   * throws the first failure.
   */
  async function retryAs(
    firstFailure: RequestFailure,
    other: string | undefined,
    ...call: [Key, ...Rest<Key>]
  ): Promise<ResponseOf<Key>> {
    try {
      if (other === token) throw firstFailure
      return await apiAs(other, ...call)
    } catch (error) {
      if (isBlocked(error, other)) endSession('blocked')
      if (isRefused(error, other)) endSession('expired')
      throw error
    }
  }
}

/** Opens a stream, without time limit and retries: its reader handles failures. Throws RequestFailure. */
export async function openStream(key: EndpointKey, signal: AbortSignal): Promise<Response> {
  const { url, request } = requestTo(await goodToken(), key, {})
  const response = await fetch(url, { ...request, signal }).catch(() => {
    throw new RequestFailure(null, 'network', networkMessage)
  })
  if (!response.ok) throw failureOf(response, undefined)
  return response
}

/** The session's token, renewed if it is about to expire. */
async function goodToken(): Promise<string | undefined> {
  const stored = storedToken()
  return stored && isToRenew(stored, new Date()) ? renewed(stored, false) : stored
}

/** Whether the server refused the session's token, and no other tab has replaced the token since. */
function isRefused(error: unknown, token: string | undefined): error is RequestFailure {
  return (
    error instanceof RequestFailure && error.status === 401 && !!token && token === storedToken()
  )
}

/**
 * Whether the company has blocked the account of the session (D15). Only an ID token gets this answer: it is good at its provider, and
 * Fiel's own sessions end with the block.
 */
function isBlocked(error: unknown, token: string | undefined): boolean {
  return (
    error instanceof RequestFailure &&
    error.type === 'customer_blocked' &&
    !!token &&
    token === storedToken()
  )
}

/** Calls an endpoint with a given token, which need not be the session's. */
export async function apiAs<Key extends EndpointKey>(
  token: string | undefined,
  key: Key,
  ...[sent]: Rest<Key>
): Promise<ResponseOf<Key>> {
  const { url, request, isRepeatable } = requestTo(token, key, sent ?? {})
  try {
    const answer = await withRetries(isRepeatable, () => attempt(url, request, token))
    return answer as ResponseOf<Key>
  } catch (error) {
    // R13.1, R13.2: `report` drops failures with a status, because the server has logged them.
    report(error, key)
    throw error
  }
}

function requestTo(token: string | undefined, key: EndpointKey, parts: RequestParts) {
  const { headers, body, idempotencyKey } = parts
  const [method] = key.split(' ') as [string]
  const request = {
    method,
    headers: {
      ...(currentCompanyId() && { 'company-id': currentCompanyId() }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      ...withoutUndefined(headers),
    } as Record<string, string>,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  return {
    url: urlOf(key, parts),
    request,
    isRepeatable: method === 'GET' || idempotencyKey !== undefined,
  }
}

/**
 * The session's token, renewed if the identity provider issued it (R3.6); with `force`, even before it expires. If the
 * provider no longer knows the person, the session ends and the login says so (R3.15).
 */
async function renewed(token: string | undefined, force: boolean): Promise<string | undefined> {
  const firebase = sessionProvider()
  if (!token || !firebase || idTokenClaims(token) === null) return token
  const other = await import('#portal/identity-provider/firebase.ts')
    .then(({ renewedIdToken }) => renewedIdToken(firebase, force))
    .catch(() => {
      throw new RequestFailure(null, 'network', networkMessage)
    })
  // The person has signed in or out since, or another tab has renewed the token.
  if (storedToken() !== token) return storedToken()
  if (other === null || !isSameSignIn(token, other)) {
    endSession('reauthentication')
    throw new RequestFailure(401, 'unauthenticated', messageForStatus(401))
  }
  renewToken(other)
  return other
}

/** An endpoint's address, with its parts filled in. */
export function urlOf(key: EndpointKey, { params, query }: RequestParts = {}): string {
  const [, path] = key.split(' ') as [string, string]
  return `${baseUrl}${filledPath(path, { ...(params && { params }), ...(query && { query }) })}`
}

type Tagged = { url: string; token: string | undefined; etag: string; answer: unknown }

/** The last answer with an ETag. Only the polled call has an ETag (R8.1), so one entry is enough. */
let tagged: Tagged | undefined

/**
 * One attempt. Sends the ETag of the last answer, so that an unchanged one is a 304. The browser's cache cannot do this,
 * because the API sets `no-store`.
 */
async function attempt(
  url: string,
  request: Omit<RequestInit, 'headers'> & { method: string; headers: Record<string, string> },
  token: string | undefined,
): Promise<unknown> {
  const firstAnswer = request.method === 'GET' ? takeFirstAnswer(url, token) : dropFirstAnswers()
  if (firstAnswer !== undefined) return firstAnswer
  // Drop the stored answer if it belongs to another session.
  if (tagged?.token !== token) tagged = undefined
  const last = request.method === 'GET' && tagged?.url === url ? tagged : undefined
  const headers = { ...request.headers, ...(last && { 'if-none-match': last.etag }) }
  const response = await send(url, { ...request, headers })
  // Take the time only from the polled answer, a till's request for points: only that answer has an ETag. A service worker may
  // answer other calls from its cache, with an old date.
  if (response.headers.has('etag')) setServerTime(response.headers.get('date'))
  if (response.status === 204) return undefined
  if (response.status === 304 && last) return last.answer
  if (response.ok && response.headers.get('content-disposition')?.startsWith('attachment')) {
    return fileOf(response)
  }
  // A proxy's page or a truncated answer is no JSON. Then only its status is known.
  const body: unknown = await response
    .text()
    .then(read)
    .catch(() => undefined)
  if (response.ok && body !== undefined) {
    const etag = response.headers.get('etag')
    if (etag !== null && request.method === 'GET') tagged = { url, token, etag, answer: body }
    return body
  }
  const failure = failureOf(response, body as Partial<ErrorBody> | undefined)
  if (failure.status !== null) refused_ms = performance.now()
  throw failure
}

/** Parses an answer and completes the paths of pictures and passes. Throws when it is not JSON. */
function read(text: string): unknown {
  if (serverUrl === '') return JSON.parse(text)
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === 'string' && /^\/(images|api\/wallet)\//.test(value)
      ? serverUrl + value
      : value,
  )
}

let refused_ms = -Infinity

/**
 * When a server last answered a call with an error status, in ms of performance.now(). Such an answer shows that there is a
 * connection.
 */
export function lastRefusal_ms(): number {
  return refused_ms
}
