import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { type FailureType, RequestFailure } from './request-failure.ts'
import { fileOf, withRetries } from './send.ts'

const failure = (status: number | null, type: FailureType = 'unknown', retryAfter_ms = 0) =>
  new RequestFailure(status, type, 'Falhou', { retryAfter_ms })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

/** Sends a call whose attempts fail in this way, and then succeeds. Returns the attempts and the result. */
async function sent(isRepeatable: boolean, ...failures: unknown[]) {
  let attempts = 0
  const result = withRetries(isRepeatable, async () => {
    attempts += 1
    const next = failures.shift()
    await Promise.resolve()
    if (next !== undefined) throw next
    return 'answer'
  }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return { result: await result, attempts }
}

describe('a call that fails', () => {
  test.each([
    failure(null, 'network'),
    failure(null, 'timeout'),
    failure(429, 'too_many_requests'),
    failure(502),
    failure(503, 'unavailable', 10_000),
    failure(504),
    failure(409, 'idempotency_in_progress'),
  ])(
    'a failed call is sent again if it is repeatable and the failure is transient: $status $type [R3.2]',
    async (passing) => {
      expect(await sent(true, passing)).toEqual({ result: 'answer', attempts: 2 })
      expect(await sent(false, passing)).toEqual({ result: passing, attempts: 1 })
    },
  )

  test.each([
    failure(500, 'internal'),
    failure(404, 'not_found'),
    failure(401, 'unauthenticated'),
    failure(409, 'draft_changed'),
    failure(503, 'unavailable', 10_001),
    new TypeError('a defect'),
  ])('a failed call is not sent again after a final error: %s [R3.2]', async (final) => {
    expect(await sent(true, final)).toEqual({ result: final, attempts: 1 })
  })

  test('a failed call is sent four times at most [R3.2]', async () => {
    const last = failure(503)
    const failures = [failure(503), failure(503), failure(503), last, failure(503)]
    expect(await sent(true, ...failures)).toEqual({ result: last, attempts: 4 })
  })

  test('a failed call waits for at least the time that the server asks for [R3.2]', async () => {
    const attempt = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(failure(503, 'unavailable', 5_000))
    attempt.mockResolvedValueOnce('answer')
    const result = withRetries(true, attempt)
    await vi.advanceTimersByTimeAsync(4_999)
    expect(attempt).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(1)
    expect(await result).toBe('answer')
  })
})

test('a download that breaks off fails as a broken connection, and gives no half file [R3.2]', async () => {
  const broken = new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array([1]))
        controller.error(new TypeError('terminated'))
      },
    }),
  )
  await expect(fileOf(broken)).rejects.toMatchObject({ status: null, type: 'network' })
  expect((await fileOf(new Response('ab'))).size).toBe(2)
})
