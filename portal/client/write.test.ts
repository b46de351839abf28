import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

import { RequestFailure } from '#contract/request/request-failure.ts'

const api = vi.hoisted(() => vi.fn<(key: string, sent?: unknown) => Promise<unknown>>())
vi.mock('./api.ts', async (original) => ({ ...(await original()), api }))
const { write } = await import('./write.ts')

const prizes = ['GET /prize', { tab: 'all' }]
const count = ['GET /prize/count', {}]
const history = ['GET /points', { days: 15 }]

/** A cache with three fresh lists. */
function cache(): QueryClient {
  const client = new QueryClient()
  for (const key of [prizes, count, history]) client.setQueryData(key, [])
  return client
}
const staleIn = (client: QueryClient) =>
  [prizes, count, history].filter((key) => client.getQueryState(key)!.isInvalidated)

beforeEach(() => void api.mockReset())

test('a successful write makes the reads that depend on it stale, with any parameters, and no others', async () => {
  const client = cache()
  api.mockResolvedValueOnce(undefined)
  await write(client, 'PUT /prize/{id}/favorite', { params: { id: 'p1' } })
  expect(api).toHaveBeenCalledWith('PUT /prize/{id}/favorite', { params: { id: 'p1' } })
  expect(staleIn(client)).toEqual([prizes, count])
})

test.each([
  [new RequestFailure(422, 'insufficient_balance', 'x'), [prizes, count, history]],
  [new RequestFailure(null, 'network', 'x'), [prizes, count, history]],
  [new RequestFailure(401, 'unauthenticated', 'x'), []],
])(
  'a write that fails with %o throws the failure and makes %o stale [R9.2]',
  async (failure, expected) => {
    const client = cache()
    api.mockRejectedValueOnce(failure)
    const sent = { body: { customer_document: '1', products: [] }, idempotencyKey: 'k' }
    await expect(write(client, 'POST /voucher/generate', sent)).rejects.toBe(failure)
    expect(staleIn(client)).toEqual(expected)
  },
)
