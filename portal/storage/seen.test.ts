import { beforeEach, expect, test, vi } from 'vitest'

import { forgetSeen, keepSeen, seenIn } from './seen.ts'

const stored = new Map<string, string>()
const page = { src: '/assets/app-1.js' }
let isFull = false
vi.stubGlobal('document', { querySelector: () => page })
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => {
    if (isFull) throw new Error('QuotaExceededError')
    stored.set(key, value)
  },
  removeItem: (key: string) => stored.delete(key),
})

const seen = [{ queryKey: ['GET /customer/balance'], data: { amount_balance: 7 }, at_ms: 1 }]

beforeEach(() => {
  stored.clear()
  isFull = false
  page.src = '/assets/app-1.js'
})

test('stored answers come back in the same session, and the record hides the session’s token', () => {
  keepSeen('a secret token', seen)
  expect(seenIn('a secret token')).toEqual(seen)
  expect([...stored.values()].join()).not.toContain('a secret token')
})

test('another session gets no stored answers, and they are deleted', () => {
  keepSeen('one', seen)
  expect(seenIn('other')).toEqual([])
  expect(stored.size).toBe(0)
  expect(seenIn('one')).toEqual([])
})

test('another build gets no stored answers, because it may not understand the record', () => {
  keepSeen('one', seen)
  page.src = '/assets/app-2.js'
  expect(seenIn('one')).toEqual([])
  expect(stored.size).toBe(0)
})

test('older stored answers are deleted if the storage is too full for the new ones', () => {
  keepSeen('one', seen)
  isFull = true
  keepSeen('one', [{ ...seen[0]!, data: { amount_balance: 8 } }])
  expect(seenIn('one')).toEqual([])
})

test.each(['{', 'null', '7', '[]', '{"session":1}'])(
  'a stored record of unknown form is deleted: %s',
  (text) => {
    stored.set('last_seen', text)
    expect(seenIn('one')).toEqual([])
    expect(stored.size).toBe(0)
  },
)

test('forgetSeen deletes the stored answers', () => {
  keepSeen('one', seen)
  forgetSeen()
  expect(stored.size).toBe(0)
})
