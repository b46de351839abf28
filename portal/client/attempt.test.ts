import { beforeEach, expect, test, vi } from 'vitest'

import { RequestFailure } from '#contract/request/request-failure.ts'

import {
  type Attempt,
  attemptOf,
  isFinal,
  settleAttempt,
  storeAttempt,
  storedAttempt,
} from './attempt.ts'

const stored = new Map<string, string>()
vi.stubGlobal('sessionStorage', {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => stored.set(name, value),
  removeItem: (name: string) => stored.delete(name),
})
beforeEach(() => stored.clear())

/** As a screen does: stores, sends, and waits for the answer. */
function submit<Command, Answer>(
  name: string,
  attempt: Attempt<Command>,
  send: (attempt: Attempt<Command>) => Promise<Answer>,
): Promise<Answer> {
  storeAttempt(name, attempt)
  return settleAttempt(name, send(attempt))
}

const failure = (status: number | null, type: RequestFailure['type'] = 'unknown') =>
  new RequestFailure(status, type, '')

test('each attempt has a valid key of its own, which is stored only when the attempt is sent [D2]', () => {
  const [one, other] = [attemptOf('cafe', { quantity: 1 }), attemptOf('cafe', { quantity: 1 })]
  expect(one.key).toMatch(/^[\w.:-]{16,128}$/)
  expect(other.key).not.toBe(one.key)
  expect(storedAttempt('cafe')).toBeNull()
})

test('an attempt with an unknown outcome is repeated unchanged, even if another command is given [D2]', async () => {
  const attempt = attemptOf('cafe', { quantity: 2 })
  const sent: unknown[] = []
  const lose = async (what: typeof attempt) => {
    sent.push(what)
    throw failure(null, 'network')
  }
  await expect(submit('cafe', attempt, lose)).rejects.toThrow(RequestFailure)
  expect(attemptOf('cafe', { quantity: 9 })).toEqual(attempt)
  expect(storedAttempt('bolo')).toBeNull()

  const answer = await submit('cafe', attemptOf('cafe', { quantity: 9 }), async (what) => {
    sent.push(what)
    return 'done'
  })
  expect(answer).toBe('done')
  expect(sent).toEqual([attempt, attempt])
  expect(storedAttempt('cafe')).toBeNull()
})

test('a final error ends an attempt: the next click makes another attempt [D2]', async () => {
  const attempt = attemptOf('cafe', { quantity: 1 })
  const refuse = () => Promise.reject(failure(422, 'no_codes_left'))
  await expect(submit('cafe', attempt, refuse)).rejects.toThrow(RequestFailure)
  expect(storedAttempt('cafe')).toBeNull()
  expect(attemptOf('cafe', { quantity: 1 }).key).not.toBe(attempt.key)
})

test.each([
  [null, 'network', false],
  [null, 'timeout', false],
  [401, 'unauthenticated', false],
  [408, 'timeout', false],
  [409, 'idempotency_in_progress', false],
  [429, 'too_many_requests', false],
  [500, 'internal', false],
  [502, 'unknown', false],
  [503, 'unavailable', false],
  [400, 'bad_request', true],
  [403, 'forbidden', true],
  [404, 'not_found', true],
  [409, 'intention_over', true],
  [422, 'insufficient_balance', true],
  [422, 'idempotency_mismatch', true],
] as const)('whether the failure %s %s ends an attempt: %s [D2]', (status, type, expected) => {
  expect(isFinal(failure(status, type))).toBe(expected)
})

test('a defect of the portal does not count as an answer of the server [D2]', () => {
  expect(isFinal(new TypeError())).toBe(false)
})
