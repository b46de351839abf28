import { expect, test } from 'vitest'

import type { PublishRequest } from '#contract/programme/draft.ts'

import { blockOf } from './blocked.ts'

const requests = (...states: PublishRequest['state'][]) => ({
  requests: states.map((state) => ({ state }) as PublishRequest),
})
const changes = [{ path: 'name', place: 'appearance' as const, sentence: 'Nome' }]
const outdated = { base_version: 1, version: 2, changes }

test.each([
  ['suspended', requests('WAITING', 'SUSPENDED'), outdated],
  ['outdated', requests('SCHEDULED'), outdated],
  [undefined, requests('SCHEDULED'), { ...outdated, base_version: 2 }],
  // A draft that was emptied loses nothing.
  [undefined, requests(), { ...outdated, changes: [] }],
  [undefined, requests(), null],
] as [ReturnType<typeof blockOf>, ...Parameters<typeof blockOf>][])(
  'the draft’s bar says %j [D15]',
  (expected, programme, draft) => {
    expect(blockOf(programme, draft)).toBe(expected)
  },
)
