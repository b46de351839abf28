import { beforeEach, expect, test, vi } from 'vitest'

import { infiniteQueryOptions, queryOptions } from '#portal/client/query.ts'

vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('window', { addEventListener: () => undefined })
const { cacheOf, prefetch } = await import('./session-cache.ts')

let logins = 0
/** An empty cache of a new session. */
const newCache = () => cacheOf(`login-${++logins}`)
const answers = vi.fn<() => Promise<unknown>>()
beforeEach(() => void answers.mockReset())

test('each session has its own cache, and only one', () => {
  const cache = cacheOf('ana')
  expect(cacheOf('ana')).toBe(cache)
  expect(cacheOf('bia')).not.toBe(cache)
})

test('prefetch reads a query once, and the screen uses the answer [R2.13]', async () => {
  const cache = newCache()
  const prize = queryOptions({ queryKey: ['GET /prize/{id}', 'a'], queryFn: answers })
  answers.mockResolvedValue({ name: 'Café' })
  prefetch(cache, [prize])
  prefetch(cache, [prize])
  expect(answers).toHaveBeenCalledTimes(1)
  expect(await cache.fetchQuery(prize)).toEqual({ name: 'Café' })
  expect(answers).toHaveBeenCalledTimes(1)
})

test('prefetch reads the first page of a list [R2.13]', async () => {
  const cache = newCache()
  const pages = vi.fn<(page: number) => Promise<string[]>>(async (page) => [`page ${page}`])
  const prizes = infiniteQueryOptions({
    queryKey: ['GET /prize'],
    queryFn: ({ pageParam }) => pages(pageParam),
    initialPageParam: 1,
    getNextPageParam: () => undefined,
  })
  prefetch(cache, [prizes])
  await vi.waitFor(() => expect(cache.getQueryData(prizes.queryKey)?.pages).toEqual([['page 1']]))
  expect(pages.mock.calls).toEqual([[1]])
})

test('prefetch does not repeat a failed read until the query is shown [R2.13]', async () => {
  const cache = newCache()
  const prize = queryOptions({ queryKey: ['GET /prize/{id}', 'a'], queryFn: answers })
  answers.mockRejectedValue(new Error('away'))
  prefetch(cache, [prize])
  await vi.waitFor(() => expect(cache.getQueryState(prize.queryKey)!.status).toBe('error'))
  prefetch(cache, [prize])
  expect(answers).toHaveBeenCalledTimes(1)
})

test('the cache makes dependent reads stale when the balance has changed, and only then [R7.1]', async () => {
  const cache = newCache()
  const balance = queryOptions({ queryKey: ['GET /customer/balance'], queryFn: answers })
  const history = ['GET /points', { days: undefined }]
  const isStale = () => cache.getQueryState(history)!.isInvalidated
  cache.setQueryData(history, [])
  for (const [amount, expected] of [
    [7, false],
    [7, false],
    [8, true],
  ] as const) {
    answers.mockResolvedValueOnce({ amount_balance: amount })
    await cache.fetchQuery({ ...balance, staleTime: 0 })
    expect(isStale()).toBe(expected)
  }
})

test('the cache makes the voucher lists stale when a till has withdrawn a voucher [R9.3]', () => {
  const cache = newCache()
  const lists = [['GET /voucher', 'TO_WITHDRAW'], ['GET /voucher/count']]
  for (const list of lists) cache.setQueryData(list, [])
  cache.setQueryData(['GET /voucher/{id}', 'v1'], { state: 'TO_WITHDRAW' })
  expect(lists.map((list) => cache.getQueryState(list)!.isInvalidated)).toEqual([false, false])
  cache.setQueryData(['GET /voucher/{id}', 'v1'], { state: 'WITHDRAWN' })
  expect(lists.map((list) => cache.getQueryState(list)!.isInvalidated)).toEqual([true, true])
})
