import { afterEach, expect, test, vi } from 'vitest'

import { forget, isRemembered, remember } from './remembered.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
afterEach(() => {
  vi.useRealTimers()
  stored.clear()
})

test('an entry is remembered for 7 times 24 hours [R2.10 R6.1]', () => {
  vi.useFakeTimers({ now: new Date('2027-01-01T12:00:00Z') })
  remember('silence', 7)
  expect(stored.get('silence')).toBe('2027-01-08T12:00:00.000Z')
  vi.setSystemTime(new Date('2027-01-08T11:59:59Z'))
  expect(isRemembered('silence')).toBe(true)
  vi.setSystemTime(new Date('2027-01-08T12:00:00Z'))
  expect(isRemembered('silence')).toBe(false)
})

test('forgotten, missing and invalid entries are not remembered', () => {
  remember('silence', 7)
  forget('silence')
  expect(isRemembered('silence')).toBe(false)
  stored.set('silence', 'true')
  expect(isRemembered('silence')).toBe(false)
})
