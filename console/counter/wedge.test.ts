import { expect, test } from 'vitest'

import { wedge } from './wedge.ts'

/** Types a text with this gap, then Enter. Returns the codes that were recognised. */
function typed(text: string, gap_ms: number): (string | undefined)[] {
  const feed = wedge()
  let at_ms = 1_000
  return [...Array.from(text), 'Enter'].map((key) => {
    at_ms += gap_ms
    return feed({ key, at_ms, isModified: false }).code
  })
}

test('a burst of keys with Enter at the end is a code [D15]', () => {
  expect(typed('F1.abcdef.1', 8).at(-1)).toBe('F1.abcdef.1')
})

test('a person who types is none, and neither is a short burst [D15]', () => {
  expect(typed('52998224725', 120)).not.toContain('52998224725')
  expect(typed('12345', 5).at(-1)).toBeUndefined()
})

test('a burst that a busy page delays once is still one code [D15]', () => {
  const feed = wedge()
  let at_ms = 0
  const codes = Array.from('98399157031').map((key, at) => {
    at_ms += at === 3 ? 400 : 5
    return feed({ key, at_ms, isModified: false }).begun
  })
  expect(codes.filter(Boolean)).toHaveLength(1)
  expect(feed({ key: 'Enter', at_ms: at_ms + 5, isModified: false }).code).toBe('98399157031')
})

test('a person who begins as fast as a scanner is none [D15]', () => {
  const feed = wedge()
  let at_ms = 0
  const keys = [...Array.from('1234567'), 'Enter'].map((key, at) => {
    at_ms += at < 3 ? 20 : 150
    return feed({ key, at_ms, isModified: false }).code
  })
  expect(keys.at(-1)).toBeUndefined()
})

test('what stood in the field before the scan is remembered at its first key [D15]', () => {
  const feed = wedge()
  expect(feed({ key: 'a', at_ms: 0, isModified: false }).begun).toBe(true)
  expect(feed({ key: 'b', at_ms: 10, isModified: false }).begun).toBeUndefined()
  // Slower: another burst begins.
  expect(feed({ key: 'c', at_ms: 200, isModified: false }).begun).toBe(true)
})

test('a shortcut and an arrow end a burst; the Shift of a capital does not [D15]', () => {
  const feed = wedge()
  const keys = ['A', 'Shift', 'B', 'C', 'D', 'E', 'F'] as const
  let at_ms = 0
  for (const key of keys) feed({ key, at_ms: (at_ms += 5), isModified: false })
  expect(feed({ key: 'Enter', at_ms: at_ms + 5, isModified: false }).code).toBe('ABCDEF')
  for (const key of 'ABCDEF') feed({ key, at_ms: (at_ms += 5), isModified: false })
  feed({ key: 'v', at_ms: (at_ms += 5), isModified: true })
  expect(feed({ key: 'Enter', at_ms: at_ms + 5, isModified: false }).code).toBeUndefined()
})
