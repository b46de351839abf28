import { expect, test } from 'vitest'

import { firstNewer, isOverdue, outdatedOf } from './overdue.ts'

test('a release counts as overdue after a quarter, and not on its last day', () => {
  const now = new Date('2026-11-27T12:00:00Z')
  expect(isOverdue('2026-08-27T12:00:00.000Z', now)).toBe(false)
  expect(isOverdue('2026-08-27T11:59:59.000Z', now)).toBe(true)
})

test('a pinned package is compared with the newest release, another with what dependents accept', () => {
  const answer = {
    jose: { current: '6.2.17', wanted: '6.2.17', latest: '6.2.18' },
    // Two dependents, of which one accepts no newer release.
    'mime-db': [
      { current: '1.52.0', wanted: '1.52.0', latest: '1.54.0' },
      { current: '1.52.0', wanted: '1.54.0', latest: '1.54.0' },
    ],
    pako: { current: '0.2.9', wanted: '0.2.9', latest: '3.0.3' },
    // Of another platform, and of the checks alone.
    'sharp-win32': { wanted: '0.35.5', latest: '0.35.5' },
    vitest: { current: '5.0.0', wanted: '5.1.1', latest: '5.1.1' },
  }
  const production = new Set(['jose@6.2.17', 'mime-db@1.52.0', 'pako@0.2.9'])
  expect(outdatedOf(answer, { production, direct: new Set(['jose']) })).toEqual([
    { name: 'jose', current: '6.2.17', newer: '6.2.18' },
    { name: 'mime-db', current: '1.52.0', newer: '1.54.0' },
  ])
})

test('a package is behind since the first stable release after its own, however young the newest one is', () => {
  const times = {
    created: '2020-01-01T00:00:00.000Z',
    modified: '2026-11-20T00:00:00.000Z',
    '1.9.0': '2024-01-01T00:00:00.000Z',
    '1.10.0-rc.1': '2024-02-01T00:00:00.000Z',
    '1.10.0': '2024-03-01T00:00:00.000Z',
    '2.0.0': '2026-11-20T00:00:00.000Z',
  }
  expect(firstNewer(times, '1.9.0', '2.0.0')).toBe('2024-03-01T00:00:00.000Z')
  expect(firstNewer(times, '1.10.0', '2.0.0')).toBe('2026-11-20T00:00:00.000Z')
})
