import { expect, onTestFinished, test, vi } from 'vitest'

import { delayRefusals, refusalDelay } from './refusal-delay.ts'

test.each([
  [0, 1_000],
  [250, 1_500],
  [500, 2_000],
  [1_500, 4_000],
  [10_000, 4_000],
])(
  'beside %i refused calls that wait for their 503, the next one waits at most %i ms [T20]',
  (waiting, delay_ms) => {
    expect(refusalDelay(waiting, 1_000)).toBe(delay_ms)
  },
)

test('a refused call of a process that delays nothing gets its 503 at once [T20]', () => {
  expect(refusalDelay(10_000, 0)).toBe(0)
})

test('each of 3,000 refused calls gets its 503 within 4 s, and one after them within 1 s [T20]', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const answerLater = delayRefusals(1_000)
  let answered = 0
  const refuse = () => answerLater(() => (answered += 1))
  for (let client = 0; client < 3_000; client += 1) refuse()
  vi.advanceTimersByTime(4_000)
  expect(answered).toBe(3_000)
  refuse()
  vi.advanceTimersByTime(1_000)
  expect(answered).toBe(3_001)
})
