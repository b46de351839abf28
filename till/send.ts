/** Sends calls: arguments → request, attempts with growing waits, answer → result or error. */

import { TillError } from './till-error.ts'

/** A call of the contract. */
export type Operation = {
  method: string
  /** The path, such as `/partner/points/{id}/reverse`. Each `{…}` is an argument of the function, in this order. */
  path: string
  /** Where the last argument is sent, after the arguments of the path. */
  sends?: 'query' | 'body'
  /** Whether the endpoint takes an Idempotency-Key. */
  isIdempotent?: boolean
  /** Whether the call may be sent again after no answer, because a repeat does no harm. */
  isRepeatable?: boolean
}

export type TillOptions = {
  /** The address of the programme with /api: `https://clube.example.com.br/api`. */
  url: string
  /** The key of this till: `fiel_…`. It names the company. */
  key: string
  /** The time limit of a call with all its attempts and waits. Default: 30,000. */
  timeout_ms?: number
  /** The time limit of one attempt. Default: 10,000. */
  attemptTimeout_ms?: number
  /** Is called before each wait, for a log. */
  onRetry?: (retry: Retry) => void
  /** In place of the global `fetch`, such as one with a proxy. */
  fetch?: typeof globalThis.fetch
}

/** What the calls get from their machine. */
export type TillIo = {
  /** Milliseconds of a clock that never jumps. The time of day may jump when a till has just started. */
  elapsed_ms: () => number
  /** The time of day in milliseconds since 1970. */
  now_ms: () => number
  /** Calls `work` once after `wait_ms`. Returns a function that cancels it. */
  after: (wait_ms: number, work: () => void) => () => void
  /** From 0 to 1, without 1. */
  fraction: () => number
  newKey: () => string
}

const machine: TillIo = {
  elapsed_ms: () => performance.now(),
  now_ms: () => Date.now(),
  after: (wait_ms, work) => {
    const timer = setTimeout(work, wait_ms)
    return () => clearTimeout(timer)
  },
  fraction: () => Math.random(),
  newKey: () => crypto.randomUUID(),
}

export type Retry = {
  operation: string
  /** The attempt that failed; the first is 1. */
  attempt: number
  wait_ms: number
  error: TillError
}

export type CallOptions = {
  /**
   * The same key for the same operation: it is carried out once. By default each call has a new one, which its attempts share.
   * Calls that take no key ignore it.
   */
  idempotencyKey?: string
  /** Ends the call. The promise is rejected with the signal's reason. */
  signal?: AbortSignal
}

/** The sentences for a cashier where no answer of Fiel came, from the contract. */
export type Sentences = { no_answer: string; unexpected_answer: string }

/** How long a call may take with all its attempts: a cashier and a customer wait no longer. */
const defaultTimeout_ms = 30_000
/** How long an attempt may take: a third of the time of a call, so that a second attempt fits. */
const defaultAttemptTimeout_ms = 10_000
/** Maximum attempts of a call. A refused connection fails at once, so the time limit alone would allow hundreds. */
const maxAttempts = 5
/** The wait before the second attempt. It doubles after each further attempt. */
const firstWait_ms = 250
/** The longest Retry-After that is waited for. A longer one, such as 10 minutes after a decline, is an error for the cashier. */
const maxRetryAfter_s = 10

/** A function for each operation. The generated declarations give them their types. `io`: for the simulation. */
export function openCalls(
  operations: Record<string, Operation>,
  options: TillOptions & { sentences: Sentences; userAgent: string },
  io: TillIo = machine,
): Record<string, (...args: unknown[]) => Promise<unknown>> {
  if (!/^https?:\/\//.test(options.url ?? ''))
    throw new TypeError(`url is no address: ${options.url}`)
  if (!options.key) throw new TypeError('key is empty: set the key of this till')
  // `fetch` would refuse it at each call, with an error that contains the key.
  if (!/^[\w-]+$/.test(options.key))
    throw new TypeError(
      'key has a character that no key has: a space, a quote or the end of a line',
    )
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (...args: unknown[]) => call({ ...options, name, operation, io }, args),
    ]),
  )
}

type Call = TillOptions & {
  sentences: Sentences
  userAgent: string
  name: string
  operation: Operation
  io: TillIo
}

async function call(sent: Call, args: unknown[]): Promise<unknown> {
  const { name, operation, io, timeout_ms = defaultTimeout_ms } = sent
  const { request, url, signal } = requestOf(sent, args)
  const deadline_ms = io.elapsed_ms() + timeout_ms
  for (let attempt = 1; ; attempt += 1) {
    const answer = await attemptOnce(sent, { url, request, signal, deadline_ms })
    if ('result' in answer) return answer.result
    const error = errorOf(sent, answer, request.headers['idempotency-key'])
    const growing_ms = firstWait_ms * 2 ** (attempt - 1) * (0.5 + io.fraction())
    const wait_ms = Math.max(growing_ms, (error.retryAfter_s ?? 0) * 1_000)
    const hasTime = attempt < maxAttempts && io.elapsed_ms() + wait_ms < deadline_ms
    if (!hasTime || !mayRepeat(operation, answer, error)) throw error
    sent.onRetry?.({ operation: name, attempt, wait_ms, error })
    await sleep(io, wait_ms, signal)
  }
}

type Request = { method: string; headers: Record<string, string>; body?: string }

/** The request is made once, so that each attempt has the same body and the same key. */
function requestOf(sent: Call, args: unknown[]) {
  const { name, operation, key, userAgent, io } = sent
  const rest = [...args]
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = rest.shift()
    if (typeof value === 'string' && value) return encodeURIComponent(value)
    throw new TypeError(`${name} needs the argument ${parameter}`)
  })
  const content = operation.sends ? (rest.shift() ?? {}) : undefined
  const { idempotencyKey, signal } = (rest.shift() ?? {}) as CallOptions
  const hasBody = operation.sends === 'body'
  const request: Request = {
    method: operation.method,
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      'user-agent': userAgent,
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(operation.isIdempotent && { 'idempotency-key': idempotencyKey ?? io.newKey() }),
    },
    ...(hasBody && { body: JSON.stringify(content) }),
  }
  const query = operation.sends === 'query' ? `?${searchOf(content ?? {})}` : ''
  return { request, url: `${sent.url.replace(/\/+$/, '')}${path}${query}`, signal }
}

function searchOf(fields: object): string {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined)
  return new URLSearchParams(defined.map(([name, value]) => [name, String(value)])).toString()
}

type Answer =
  | { result: unknown }
  | { failure: unknown }
  | { response: Response; text: string; json: unknown }

async function attemptOnce(
  { attemptTimeout_ms = defaultAttemptTimeout_ms, fetch = globalThis.fetch, io }: Call,
  sent: { url: string; request: Request; signal: AbortSignal | undefined; deadline_ms: number },
): Promise<Answer> {
  const { url, request, signal, deadline_ms } = sent
  signal?.throwIfAborted()
  const limit_ms = Math.max(1, Math.min(attemptTimeout_ms, deadline_ms - io.elapsed_ms()))
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', abort)
  const cancel = io.after(limit_ms, () =>
    controller.abort(new Error(`no answer in ${limit_ms} ms`)),
  )
  try {
    // A followed redirect would turn a POST into a GET.
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      signal: controller.signal,
    })
    const text = await response.text()
    if (response.status === 204) return { result: undefined }
    const json = parsed(text)
    const isResult = response.ok && typeof json === 'object' && json !== null
    // Some proxies turn each status into 200.
    return isResult && !isErrorBody(json) ? { result: json } : { response, text, json }
  } catch (failure) {
    signal?.throwIfAborted()
    return { failure }
  } finally {
    cancel()
    signal?.removeEventListener('abort', abort)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page, for example. The caller makes `unexpected_answer` of it.
    return undefined
  }
}

type ErrorBody = {
  message: string
  data: {
    type: string
    fields?: Record<string, string[]>
    details?: Record<string, number>
    retry?: 'new_key'
  }
}

function isErrorBody(json: unknown): json is ErrorBody {
  const data = (json as Partial<ErrorBody> | null | undefined)?.data
  return typeof data?.type === 'string'
}

function errorOf(
  { name, sentences, key, io }: Call,
  answer: Exclude<Answer, { result: unknown }>,
  idempotencyKey: string | undefined,
): TillError {
  if ('failure' in answer) {
    const message = sentences.no_answer
    const cause = answer.failure
    return new TillError(name, 'no_answer', { status: null, message, cause, idempotencyKey })
  }
  const { response, text, json } = answer
  const { status, headers } = response
  const parts = {
    status,
    retryAfter_s: secondsOf(headers.get('retry-after'), io),
    requestId: headers.get('x-request-id') ?? undefined,
    idempotencyKey,
  }
  if (isErrorBody(json)) {
    const { message, data } = json
    const { fields, details } = data
    return new TillError(name, data.type, { ...parts, message, fields, details })
  }
  const location = headers.get('location')
  // Without the query, which names a customer, and the key, which a page may repeat: causes are logged.
  const [address] = (response.url || 'url').split('?')
  const page = text
    .slice(0, 200 + key.length)
    .replaceAll(key, 'fiel_…')
    .slice(0, 200)
  const cause = new Error(
    `${address} answered ${status}${location ? ` to ${location}` : ''}, which is not Fiel's API: ${page}`,
  )
  const message = sentences.unexpected_answer
  return new TillError(name, 'unexpected_answer', { ...parts, message, cause })
}

/** Retry-After is in seconds, or a date that a proxy has written. */
function secondsOf(retryAfter: string | null, { now_ms }: TillIo): number | undefined {
  if (retryAfter === null) return undefined
  const seconds = /^\d+$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - now_ms()) / 1_000)
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Whether the same request is sent again, if there is time for it. */
function mayRepeat(
  operation: Operation,
  answer: Exclude<Answer, { result: unknown }>,
  { status, retryAfter_s }: TillError,
): boolean {
  // The same key would get the same answer.
  if ('json' in answer && isErrorBody(answer.json) && answer.json.data.retry) return false
  if (retryAfter_s !== undefined && retryAfter_s > maxRetryAfter_s) return false
  const isRefusedForNow = (status === 429 || status === 409) && retryAfter_s !== undefined
  if (isRefusedForNow) return true
  const isPassing = status === null || status === 408 || (status >= 500 && status !== 501)
  return isPassing && operation.isRepeatable === true
}

/** Ends early when the signal ends the call; the next attempt throws its reason. */
function sleep({ after }: TillIo, wait_ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = after(wait_ms, end)
    signal?.addEventListener('abort', end)
  })
}
