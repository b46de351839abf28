import { afterEach, expect, test, vi } from 'vitest'

import { setServerTime, timeUntil } from './server-clock.ts'

afterEach(() => vi.useRealTimers())

test('an intention’s time left follows the server’s clock, also on a device five minutes fast [D5]', () => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:05:00Z') })
  setServerTime('Fri, 20 Nov 2026 15:00:00 GMT')
  expect(timeUntil('2026-11-20T15:10:00Z')).toBe(600_000)
  vi.advanceTimersByTime(60_000)
  expect(timeUntil('2026-11-20T15:10:00Z')).toBe(540_000)
  expect(timeUntil('2026-11-20T15:00:30Z')).toBe(0)
  // An answer without a date changes nothing.
  setServerTime(null)
  expect(timeUntil('2026-11-20T15:10:00Z')).toBe(540_000)
})

test('the estimate nearest to the server’s clock is kept; a corrected device clock is followed [D5]', () => {
  const expires_at = '2026-11-20T15:10:00Z'
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z') })
  setServerTime('Fri, 20 Nov 2026 15:00:00 GMT')
  vi.advanceTimersByTime(900)
  // The header has whole seconds: 0.9 s later its date is still the same, so this estimate is 0.9 s too small.
  setServerTime('Fri, 20 Nov 2026 15:00:00 GMT')
  expect(timeUntil(expires_at)).toBe(599_100)
  vi.setSystemTime(new Date('2026-11-20T15:10:00Z'))
  setServerTime('Fri, 20 Nov 2026 15:00:02 GMT')
  expect(timeUntil(expires_at)).toBe(598_000)
})
