import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { endpoints, isAdminKey, type EndpointKey } from '#contract/endpoints/endpoints.ts'

import { markStale, type Write } from './stale.ts'

const reads = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => isAdminKey(key) && key.startsWith('GET '),
)

/** The reads that a write makes stale. */
function staleAfter(key: Write): string[] {
  const client = new QueryClient()
  // A query's key goes on with its parts.
  for (const read of reads) client.setQueryData([read, { page: 1 }], {})
  markStale(client, key)
  return reads.filter((read) => client.getQueryState([read, { page: 1 }])!.isInvalidated)
}

test.each([
  ['POST /admin/session', []],
  ['DELETE /admin/session/{id}', ['GET /admin/session', 'GET /admin/audit']],
  ['POST /admin/factor/passkey', ['GET /admin/me', 'GET /admin/audit']],
  ['POST /admin/staff', ['GET /admin/staff', 'GET /admin/audit']],
  ['DELETE /admin/key/{id}', ['GET /admin/key', 'GET /admin/audit']],
  [
    'POST /admin/webhook/{id}/enable',
    ['GET /admin/webhook', 'GET /admin/webhook/{id}/delivery', 'GET /admin/audit'],
  ],
  // The store of the draft keeps its answer, so that what a person types is not replaced.
  ['POST /admin/programme/draft/change', ['GET /admin/programme/yaml/{which}']],
  [
    'POST /admin/programme/draft/codes',
    [
      'GET /admin/programme/draft',
      'GET /admin/programme/draft/conflict',
      'GET /admin/programme/yaml/{which}',
    ],
  ],
  [
    'POST /admin/programme/publish',
    [
      'GET /admin/programme',
      'GET /admin/programme/draft',
      'GET /admin/programme/draft/conflict',
      'GET /admin/programme/suspended',
      'GET /admin/programme/version',
      'GET /admin/programme/yaml/{which}',
      'GET /admin/webhook',
      'GET /admin/audit',
    ],
  ],
] as [Write, string[]][])('%s makes stale %j [D15]', (key, expected) => {
  expect(staleAfter(key).toSorted()).toEqual(expected.toSorted())
})
