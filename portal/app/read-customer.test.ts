import { afterEach, expect, test, vi } from 'vitest'

import { customer } from '#portal/customer/queries.ts'

const api = vi.hoisted(() => vi.fn<(key: string, sent?: unknown) => Promise<unknown>>())
vi.mock('#portal/client/api.ts', async (original) => ({ ...(await original()), api }))
vi.stubGlobal('navigator', { onLine: true })
vi.stubGlobal('window', { addEventListener: () => undefined })
const { readCustomer } = await import('./read-customer.ts')
const { cacheOf } = await import('#portal/offline/session-cache.ts')

afterEach(() => {
  api.mockReset()
  vi.doUnmock('#portal/offline/session-cache.ts')
})

test('readCustomer returns the customer from the session’s cache without a call', async () => {
  cacheOf('ana').setQueryData<object>(customer.queryKey, { id: 'c1' })
  expect(await readCustomer('ana')).toEqual({ id: 'c1' })
  expect(api).not.toHaveBeenCalled()
})

test('readCustomer calls the API if the cache has no customer, and stores the answer in the cache', async () => {
  api.mockResolvedValueOnce({ id: 'c2' })
  expect(await readCustomer('bia')).toEqual({ id: 'c2' })
  expect(api.mock.calls).toEqual([['GET /customer', { query: {} }]])
  expect(cacheOf('bia').getQueryData(customer.queryKey)).toEqual({ id: 'c2' })
})

test('readCustomer fails as on a network failure if the code of the cache does not load', async () => {
  vi.doMock('#portal/offline/session-cache.ts', () => Promise.reject(new TypeError('Failed')))
  await expect(readCustomer('ana')).rejects.toMatchObject({ type: 'network', status: null })
})
