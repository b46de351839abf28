import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

import { RequestFailure } from '#contract/request/request-failure.ts'
import { api } from '#portal/client/api.ts'
import { beginSession, endSession } from '#portal/storage/session.ts'

import { followLastSeen } from './last-seen.ts'

const stored = new Map<string, string>()
const page = {
  cookie: '',
  querySelector: () => ({ src: build }),
  getElementById: () => null,
  documentElement: { dataset: { companyId: 'c1' } },
}
const browser = { onLine: true }
let build = 'index-1.js'
vi.stubGlobal('document', page)
vi.stubGlobal('navigator', browser)
vi.stubGlobal('location', { protocol: 'http:' })
let leave = () => {}
vi.stubGlobal('window', {
  dispatchEvent: () => true,
  addEventListener: (_: string, listener: () => void) => void (leave = listener),
})
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
vi.stubGlobal('sessionStorage', { removeItem: () => undefined })

const balance = ['GET /customer/balance']
const ana = 'ana-token'

/** A browser tab of this person. */
function tab(session: string, { online = true }: { online?: boolean } = {}): QueryClient {
  browser.onLine = online
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  followLastSeen(client, session)
  return client
}

/** Ana signs in and reads this. */
async function hasSeen(queryKey: string[], data: unknown): Promise<QueryClient> {
  const client = tab(ana)
  await client.fetchQuery({ queryKey, queryFn: () => data })
  await vi.advanceTimersByTimeAsync(1_000)
  return client
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T15:00:00Z') })
  stored.clear()
  build = 'index-1.js'
  page.cookie = `token=${ana}`
})

test('without a connection the last seen data is shown, with the time it was read [R7.1]', async () => {
  await hasSeen(balance, { amount_balance: 7 })
  vi.setSystemTime(new Date('2026-11-23T10:00:00Z'))
  const client = tab(ana, { online: false })
  expect(client.getQueryData(balance)).toEqual({ amount_balance: 7 })
  const { dataUpdatedAt } = client.getQueryState(balance)!
  expect(new Date(dataUpdatedAt).toISOString()).toBe('2026-11-21T15:00:00.000Z')
})

test('with a connection no stored data is shown, unless the read fails on the network [R7.1]', async () => {
  await hasSeen(balance, { amount_balance: 7 })
  const client = tab(ana)
  expect(client.getQueryData(balance)).toBeUndefined()
  const failure = new RequestFailure(null, 'network', 'x')
  const reading = client.fetchQuery({ queryKey: balance, queryFn: () => Promise.reject(failure) })
  await expect(reading).rejects.toBe(failure)
  expect(client.getQueryData(balance)).toEqual({ amount_balance: 7 })
})

test('the last seen data is shown after 4 s without an answer, and then the answer [R7.1]', async () => {
  await hasSeen(balance, { amount_balance: 7 })
  const client = tab(ana)
  let reply: (answer: object) => void
  const queryFn = vi.fn<() => Promise<object>>(
    () => new Promise((resolve) => void (reply = resolve)),
  )
  // A screen waits for this promise before it renders. The restored data must wake it.
  const waiting = client.fetchQuery({ queryKey: balance, queryFn })
  await vi.advanceTimersByTimeAsync(3_999)
  expect(client.getQueryData(balance)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect(client.getQueryData(balance)).toEqual({ amount_balance: 7 })
  expect(await waiting).toEqual({ amount_balance: 7 })
  expect(queryFn).toHaveBeenCalledTimes(2)
  reply!({ amount_balance: 8 })
  await vi.advanceTimersByTimeAsync(0)
  expect(client.getQueryData(balance)).toEqual({ amount_balance: 8 })
})

test('while the server answers 503, no old data is shown and no further call is sent [R3.2]', async () => {
  await hasSeen(balance, { amount_balance: 7 })
  const client = tab(ana)
  const fetch = vi.fn<() => Promise<Response>>(() =>
    Promise.resolve(new Response('', { status: 503 })),
  )
  vi.stubGlobal('fetch', fetch)
  // Makes the waits between retries almost as long as they can be.
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
  const reading = client.fetchQuery({
    queryKey: balance,
    queryFn: () => api('GET /customer/balance'),
  })
  const refused = expect(reading).rejects.toMatchObject({ status: 503 })
  await vi.advanceTimersByTimeAsync(4_000)
  expect(client.getQueryData(balance)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(fetch).toHaveBeenCalledTimes(4)
})

test('if each call is answered within 4 s, no stored data is shown and no second call is sent [R7.1]', async () => {
  await hasSeen(balance, { amount_balance: 7 })
  await hasSeen(['GET /points'], { pages: [['a']], pageParams: [null] })
  const client = tab(ana)
  await client.fetchQuery({ queryKey: balance, queryFn: () => ({ amount_balance: 8 }) })
  await vi.advanceTimersByTimeAsync(3_900)
  let reply: (answer: object) => void
  const queryFn = vi.fn<() => Promise<object>>(
    () => new Promise((resolve) => void (reply = resolve)),
  )
  const reading = client.fetchQuery({ queryKey: ['GET /points'], queryFn })
  await vi.advanceTimersByTimeAsync(3_900)
  expect(client.getQueryData(['GET /points'])).toBeUndefined()
  reply!({ pages: [['b']], pageParams: [null] })
  expect(await reading).toMatchObject({ pages: [['b']] })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(client.getQueryData(balance)).toEqual({ amount_balance: 8 })
  expect(queryFn).toHaveBeenCalledOnce()
})

test('without a connection a voucher opens from a list that was seen before [R9.3]', async () => {
  const voucher = { id: 'v1', code: 'ABC' }
  await hasSeen(['GET /voucher', 'TO_WITHDRAW'], { pages: [[voucher]], pageParams: [1] })
  const client = tab(ana, { online: false })
  expect(client.getQueryData(['GET /voucher/{id}', 'v1'])).toEqual(voucher)
})

test('stored data that an earlier page read is kept beside the data of this page [R7.3]', async () => {
  await hasSeen(['GET /points'], { pages: [['a']], pageParams: [null] })
  await hasSeen(balance, { amount_balance: 7 })
  await hasSeen(balance, { amount_balance: 8 })
  const client = tab(ana, { online: false })
  expect(client.getQueryData(['GET /points'])).toMatchObject({ pages: [['a']] })
  expect(client.getQueryData(balance)).toEqual({ amount_balance: 8 })
})

test('an answer that arrives just before the page closes is stored [R7.1]', async () => {
  const client = tab(ana)
  await client.fetchQuery({ queryKey: balance, queryFn: () => ({ amount_balance: 7 }) })
  leave()
  expect(tab(ana, { online: false }).getQueryData(balance)).toEqual({ amount_balance: 7 })
})

test('only the answers of listed calls are stored, not the customer’s consents [T19]', async () => {
  await hasSeen(['GET /customer/consent'], [{ kind: 'OPT_IN' }])
  expect(stored.size).toBe(0)
})

test('stored data is deleted when a session ends, and a later answer is not stored [R3.7 R3.8 T12]', async () => {
  for (const why of ['logout', 'expired', 'reauthentication'] as const) {
    page.cookie = `token=${ana}`
    const client = await hasSeen(balance, { amount_balance: 7 })
    expect(stored.has('last_seen')).toBe(true)
    endSession(why)
    expect(stored.has('last_seen')).toBe(false)
    // An answer that was in flight arrives after the end.
    page.cookie = ''
    await client.fetchQuery({ queryKey: balance, queryFn: () => ({ amount_balance: 8 }) })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(stored.has('last_seen')).toBe(false)
  }
})

test('stored data is shown to no other person, however that person’s session began [T12]', async () => {
  await hasSeen(balance, { amount_balance: 7 })
  expect(stored.get('last_seen')).not.toContain(ana)
  page.cookie = 'token=rui-token'
  expect(tab('rui-token', { online: false }).getQueryData(balance)).toBeUndefined()
  expect(stored.has('last_seen')).toBe(false)

  page.cookie = `token=${ana}`
  await hasSeen(balance, { amount_balance: 7 })
  beginSession('rui-token')
  expect(stored.has('last_seen')).toBe(false)
})

test('stored data of another build is ignored, because its shape may differ', async () => {
  await hasSeen(balance, { amount_balance: 7 })
  build = 'index-2.js'
  expect(tab(ana, { online: false }).getQueryData(balance)).toBeUndefined()
})
