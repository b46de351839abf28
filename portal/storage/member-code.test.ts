import { beforeEach, expect, test, vi } from 'vitest'

import { forgetMemberCodeKey, keepMemberCodeKey, storedMemberCodeKey } from './member-code.ts'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
})
const answer = {
  session_ref: 'AAAA',
  key: 'a2V5',
  server_time: '2026-11-20T15:00:10.000Z',
}

beforeEach(() => {
  stored.clear()
  vi.useFakeTimers({ now: new Date('2026-11-20T14:58:00Z') })
  return () => vi.useRealTimers()
})

test('the stored member-code key comes back with the clocks’ difference, also after an hour [D14]', () => {
  const kept = keepMemberCodeKey('token', answer)
  expect(kept).toEqual({ session_ref: 'AAAA', key: 'a2V5', ahead_ms: 130_000 })
  vi.setSystemTime(new Date('2026-11-20T15:58:00Z'))
  expect(storedMemberCodeKey('token')).toMatchObject(kept)
})

test('another login on this device gets no member-code key, and no token is stored [D14]', () => {
  keepMemberCodeKey('a secret token', answer)
  expect(storedMemberCodeKey('another token')).toBeNull()
  expect([...stored.values()].join()).not.toContain('a secret token')
})

test('no member-code key is returned if it is deleted, was never stored, or is malformed [D14]', () => {
  expect(storedMemberCodeKey('token')).toBeNull()
  keepMemberCodeKey('token', answer)
  forgetMemberCodeKey()
  expect(stored.size).toBe(0)
  for (const text of ['{', 'null', '7', '"text"']) {
    stored.set('member_code', text)
    expect(storedMemberCodeKey('token')).toBeNull()
  }
})
