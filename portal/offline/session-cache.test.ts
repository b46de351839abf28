import { beforeEach, expect, test, vi } from 'vitest'

import { infiniteQueryOptions, queryOptions } from '#portal/client/query.ts'

vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('window', { addEventListener: () => undefined })
const { cacheOf, prefetch } = await import('./session-cache.ts')

let logins = 0
/** The cache of a session that has read nothing. */
const newCache = () => cacheOf(`login-${++logins}`)
const answers = vi.fn<() => Promise<unknown>>()
beforeEach(() => void answers.mockReset())

test('a session has one cache, and another session another', () => {
  const cache = cacheOf('ana')
  expect(cacheOf('ana')).toBe(cache)
  expect(cacheOf('bia')).not.toBe(cache)
})

test('a query is sent ahead once, and who shows it finds the answer [R2.13]', async () => {
  const cache = newCache()
  const prize = queryOptions({ queryKey: ['GET /prize/{id}', 'a'], queryFn: answers })
  answers.mockResolvedValue({ name: 'Café' })
  prefetch(cache, [prize])
  prefetch(cache, [prize])
  expect(answers).toHaveBeenCalledTimes(1)
  expect(await cache.fetchQuery(prize)).toEqual({ name: 'Café' })
  expect(answers).toHaveBeenCalledTimes(1)
})

test('of a list the first page is sent ahead [R2.13]', async () => {
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

test('a query that fails ahead is not sent again until it is shown [R2.13]', async () => {
  const cache = newCache()
  const prize = queryOptions({ queryKey: ['GET /prize/{id}', 'a'], queryFn: answers })
  answers.mockRejectedValue(new Error('away'))
  prefetch(cache, [prize])
  await vi.waitFor(() => expect(cache.getQueryState(prize.queryKey)!.status).toBe('error'))
  prefetch(cache, [prize])
  expect(answers).toHaveBeenCalledTimes(1)
})

test('a balance that has changed makes what shows it stale; the same balance does not [R7.1]', async () => {
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

test('a voucher that a till has taken makes the lists of vouchers stale [R9.3]', () => {
  const cache = newCache()
  const lists = [['GET /voucher', 'TO_WITHDRAW'], ['GET /voucher/count']]
  for (const list of lists) cache.setQueryData(list, [])
  cache.setQueryData(['GET /voucher/{id}', 'v1'], { state: 'TO_WITHDRAW' })
  expect(lists.map((list) => cache.getQueryState(list)!.isInvalidated)).toEqual([false, false])
  cache.setQueryData(['GET /voucher/{id}', 'v1'], { state: 'WITHDRAWN' })
  expect(lists.map((list) => cache.getQueryState(list)!.isInvalidated)).toEqual([true, true])
})
