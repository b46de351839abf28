/** The rules of retries, time limits and errors, with a clock and a network of the test's own. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { errorCodes, type ErrorCode } from '#contract/error.ts'

import {
  type CallOptions,
  openCalls,
  type Operation,
  type Retry,
  type TillOptions,
} from './send.ts'
import { TillError } from './till-error.ts'

const operations = {
  find: { method: 'GET', path: '/find', sends: 'query', isRepeatable: true },
  sell: { method: 'POST', path: '/sell', sends: 'body', isIdempotent: true, isRepeatable: true },
  undo: {
    method: 'POST',
    path: '/{id}/undo',
    sends: 'body',
    isIdempotent: true,
    isRepeatable: true,
  },
  trade: { method: 'POST', path: '/trade', sends: 'body' },
} as const satisfies Record<string, Operation>

const sentences = { no_answer: 'Sem conexão.', unexpected_answer: 'Tente mais tarde.' }
const sale = { purchase_value: 4590 }

type Sent = {
  url: string
  init: { method: string; headers: Record<string, string>; body?: string }
}
type Reply = () => Response | Promise<Response>

const success: Reply = () => Response.json({ points_amount: 45 }, { status: 201 })
const cut: Reply = () => Promise.reject(new TypeError('fetch failed'))
const silent: Reply = () => new Promise(() => undefined)
const page =
  (status: number, headers: Record<string, string> = {}): Reply =>
  () =>
    new Response('<html>', { status, headers })
const refusal =
  (type: ErrorCode, headers: Record<string, string> = {}, data: object = {}): Reply =>
  () => {
    const { status, message } = errorCodes[type]
    return Response.json({ status, message, data: { type, ...data } }, { status, headers })
  }

/** A client whose network answers with `replies` in turn, the last one again and again. */
function open(replies: Reply[], options: Partial<TillOptions> = {}) {
  const sent: Sent[] = []
  const retries: Retry[] = []
  const calls = openCalls(operations, {
    url: 'https://clube.example.com.br/api/',
    key: 'fiel_key',
    sentences,
    userAgent: 'fiel-till/1',
    onRetry: (retry) => void retries.push(retry),
    fetch: (url, init) => {
      sent.push({ url: url as string, init: init as Sent['init'] })
      const reply = replies[Math.min(sent.length, replies.length) - 1]!
      const aborted = new Promise<Response>((_, reject) => {
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error))
      })
      return Promise.race([reply(), aborted])
    },
    ...options,
  }) as Record<keyof typeof operations, (...args: unknown[]) => Promise<unknown>>
  return { ...calls, sent, retries }
}

/** The outcome of a call after its waits have passed. */
async function outcomeOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = promise.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a call of the client for tills [D3 D20]', () => {
  test('a call of the client sends key, body and a new Idempotency-Key, and answers the parsed body', async () => {
    const till = open([success])
    expect(await till.undo('a/b', sale)).toEqual({ points_amount: 45 })
    await till.undo('a', sale, { idempotencyKey: 'own-key-of-the-till' })
    const [first, second] = till.sent
    expect(first).toMatchObject({
      url: 'https://clube.example.com.br/api/a%2Fb/undo',
      init: {
        method: 'POST',
        body: JSON.stringify(sale),
        headers: { authorization: 'Bearer fiel_key', 'user-agent': 'fiel-till/1' },
      },
    })
    expect(first!.init.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/)
    expect(second!.init.headers['idempotency-key']).toBe('own-key-of-the-till')
  })

  test('a call of the client leaves undefined fields out of its query; for 204 it is undefined', async () => {
    const till = open([() => new Response(null, { status: 204 })])
    expect(await till.find({ email: 'a+b@example.com', phone: undefined })).toBeUndefined()
    expect(till.sent[0]!.url).toMatch(/\/api\/find\?email=a%2Bb%40example.com$/)
    expect(till.sent[0]!.init.body).toBeUndefined()
  })

  test('a call is retried with the same body and key after a cut, a 5xx and a 408, in growing waits', async () => {
    const till = open([cut, refusal('internal'), refusal('timeout'), page(502), success])
    expect(await outcomeOf(till.sell(sale))).toEqual({ points_amount: 45 })
    const requests = till.sent.map(({ init }) => `${init.body}${init.headers['idempotency-key']}`)
    expect(requests).toHaveLength(5)
    expect(new Set(requests).size).toBe(1)
    expect(till.retries.map(({ attempt, error }) => [attempt, error.code])).toEqual([
      [1, 'no_answer'],
      [2, 'internal'],
      [3, 'timeout'],
      [4, 'unexpected_answer'],
    ])
    const shares = till.retries.map(({ wait_ms, attempt }) => wait_ms / (250 * 2 ** (attempt - 1)))
    for (const share of shares) expect(Math.abs(share - 1)).toBeLessThanOrEqual(0.5)
  })

  test('a call of the client waits for a Retry-After of up to 10 s, in seconds or as a date', async () => {
    const date = new Date(Date.now() + 9_000).toUTCString()
    const till = open([
      refusal('unavailable', { 'retry-after': '2' }),
      refusal('idempotency_in_progress', { 'retry-after': '3' }),
      page(503, { 'retry-after': date }),
      success,
    ])
    expect(await outcomeOf(till.sell(sale))).toEqual({ points_amount: 45 })
    const [first, second, third] = till.retries.map(({ wait_ms }) => wait_ms)
    expect([first, second]).toEqual([2_000, 3_000])
    expect(third).toBeGreaterThan(2_000)
  })

  test.each([
    ['a Retry-After of more than 10 s', refusal('intention_declined', { 'retry-after': '600' })],
    ['429 without a Retry-After', refusal('too_many_requests')],
    ['an answer that the key has stored', refusal('unavailable', {}, { retry: 'new_key' })],
    ['a refusal', refusal('insufficient_balance')],
    ['501', refusal('not_implemented')],
    ['a page of another server', page(200)],
    ['a refusal that a proxy made a 200', () => Response.json({ data: { type: 'not_found' } })],
    ['a 200 with a text', () => Response.json('ok')],
    ['a redirect', page(301, { location: 'https://www.example.com' })],
  ])('a call of the client ends without a retry after %s', async (_, reply) => {
    const till = open([reply])
    expect(await outcomeOf(till.sell(sale))).toBeInstanceOf(TillError)
    expect(till.sent).toHaveLength(1)
  })

  test.each([
    ['a cut', cut, 1],
    ['a 5xx', refusal('internal'), 1],
    ['a 503 with Retry-After', refusal('unavailable', { 'retry-after': '1' }), 1],
    [
      'a 429 with Retry-After, which did nothing',
      refusal('too_many_requests', { 'retry-after': '1' }),
      5,
    ],
  ])(
    'a call that is not repeatable is retried after %s only if the attempt did nothing',
    async (_, reply, attempts) => {
      const till = open([reply])
      await outcomeOf(till.trade({ code: 'x' }))
      expect(till.sent).toHaveLength(attempts)
    },
  )

  test('a call of the client ends after 5 attempts, or when its time is over', async () => {
    const unlucky = open([cut])
    expect(await outcomeOf(unlucky.sell(sale))).toMatchObject({ code: 'no_answer', status: null })
    expect(unlucky.sent).toHaveLength(5)
    const began_ms = Date.now()
    const slow = open([silent], { timeout_ms: 25_000 })
    const ended = slow.sell(sale).catch(() => Date.now() - began_ms)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await ended).toBe(25_000)
    expect(slow.sent).toHaveLength(3)
  })

  test('a call of the client ends with the reason of its signal, before, in and between attempts', async () => {
    const aborted: CallOptions = { signal: AbortSignal.abort(new Error('closed')) }
    const till = open([cut])
    expect(await outcomeOf(till.sell(sale, aborted))).toEqual(new Error('closed'))
    expect(till.sent).toHaveLength(0)
    for (const reply of [silent, refusal('unavailable', { 'retry-after': '9' })]) {
      const controller = new AbortController()
      const call = open([reply]).sell(sale, { signal: controller.signal })
      const outcome = call.catch((error: unknown) => error)
      await vi.advanceTimersByTimeAsync(5_000)
      controller.abort(new Error('closed'))
      expect(await outcome).toEqual(new Error('closed'))
    }
  })

  test('a call with a missing argument is not sent, and no client opens without address or key', async () => {
    const till = open([success])
    await expect(till.undo(undefined, sale)).rejects.toThrow('undo needs the argument id')
    await expect(till.undo(sale)).rejects.toThrow('undo needs the argument id')
    expect(till.sent).toHaveLength(0)
    expect(() => open([], { url: 'clube.example.com.br' })).toThrow('url is no address')
    expect(() => open([], { key: '' })).toThrow('key is empty')
    const broken = () => open([], { key: 'fiel_a\nb' })
    expect(broken).toThrow('key has a character that no key has')
    expect(broken).not.toThrow('fiel_a')
  })

  test('a call of the client has its whole time, even if the clock of the till jumps', async () => {
    for (const jump_ms of [3_600_000, -3_600_000]) {
      const till = open([
        () => {
          vi.setSystemTime(Date.now() + jump_ms)
          return cut()
        },
        success,
      ])
      expect(await outcomeOf(till.sell(sale))).toEqual({ points_amount: 45 })
    }
  })
})

describe('the error of a call [D3]', () => {
  test('the error of a call has code, sentence, fields, figures, wait, request id and key', async () => {
    const headers = { 'retry-after': '600', 'x-request-id': 'req-1' }
    const data = { fields: { code: ['Seis números'] }, details: { attempts_left: 2 } }
    const till = open([refusal('wrong_code', headers, data)])
    const error = await outcomeOf(till.sell(sale, { idempotencyKey: 'own' }))
    expect(error).toBeInstanceOf(TillError)
    expect(error).toMatchObject({
      name: 'TillError',
      operation: 'sell',
      code: 'wrong_code',
      status: 422,
      message: 'O código não confere.',
      retryAfter_s: 600,
      requestId: 'req-1',
      idempotencyKey: 'own',
      ...data,
    })
  })

  test('the error of a call contains neither the customer of a query nor the key that a page repeats', async () => {
    const echo = () => {
      const answer = new Response(`${'.'.repeat(195)}Bearer fiel_key`, { status: 404 })
      const url = 'https://clube.example.com.br/api/find?email=ana@example.com'
      return Object.defineProperty(answer, 'url', { value: url })
    }
    const error = (await outcomeOf(open([echo]).find({ email: 'ana@example.com' }))) as TillError
    const { message } = error.cause as Error
    expect(message).toMatch(/^https:\/\/clube\.example\.com\.br\/api\/find answered 404, which/)
    expect(message).not.toContain('ana@')
    const short = () => new Response('Bearer fiel_key', { status: 404 })
    const { cause } = (await outcomeOf(open([short]).sell(sale))) as TillError
    expect((cause as Error).message).not.toContain('fiel_key')
  })

  test('an error has a sentence for the cashier and the cause if not Fiel’s server answered', async () => {
    const [lost, other] = [open([cut]), open([page(301, { location: 'https://www.example.com' })])]
    expect(await outcomeOf(lost.sell(sale))).toMatchObject({
      message: 'Sem conexão.',
      cause: { message: 'fetch failed' },
    })
    expect(await outcomeOf(other.sell(sale))).toMatchObject({
      code: 'unexpected_answer',
      message: 'Tente mais tarde.',
      cause: { message: expect.stringContaining('301 to https://www.example.com') },
    })
  })
})
