import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { customer } from '#portal/customer/queries.ts'
import { balance, history } from '#portal/points/queries.ts'

import type { Arrival } from './follow-arrivals.ts'

const api = vi.hoisted(() => vi.fn<(key: string, sent?: unknown) => Promise<unknown>>())
vi.mock('#portal/client/api.ts', async (original) => ({ ...(await original()), api }))
const { followArrivals } = await import('./follow-arrivals.ts')

const now = '2026-03-10T12:00:00.000Z'
const sale = {
  id: 'e1',
  type_id: 'GNR',
  promotion: null,
  available_at: null,
  created_at: now,
}
const silver = { name: 'Prata', trigger_amount: 500 }
const gold = { name: 'Ouro', trigger_amount: 1_000 }
type Level = typeof silver | null

/** The newest record and the level that the server answers. */
const server = { newest: sale as object | undefined, level: null as Level }
const ownerOf = (level: Level) => ({
  levels_system: { current: level && { level }, next: null },
})
const onArrival = vi.fn<(arrival: Arrival) => void>()
let client: QueryClient
let stop: () => void

/** The page opens before it has read anything. */
function openEmpty(): void {
  client = new QueryClient()
  stop = followArrivals(client, onArrival)
}

/** The page opens with this level and a balance of 100 points. */
function open(level: Level): void {
  client = new QueryClient()
  client.setQueryData<object>(customer.queryKey, ownerOf(level))
  client.setQueryData<object>(balance.queryKey, { amount_balance: 100 })
  stop = followArrivals(client, onArrival)
}

/** The poll brings this balance, and all reads that it causes end. */
async function poll(amount_balance: number): Promise<void> {
  client.setQueryData<object>(balance.queryKey, { amount_balance })
  await vi.advanceTimersByTimeAsync(1)
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(now) })
  Object.assign(server, { newest: sale, level: null })
  onArrival.mockReset()
  api.mockReset()
  api.mockImplementation(async (key) =>
    key === 'GET /points' ? [server.newest].filter(Boolean) : ownerOf(server.level),
  )
})
afterEach(() => stop())

test('an arrival of points is reported once, after the balance rose [R7.1]', async () => {
  open(null)
  await poll(145)
  expect(onArrival.mock.calls).toEqual([
    [{ entry: sale, levels: ownerOf(null).levels_system, hasRisen: false }],
  ])
  await poll(150)
  expect(onArrival).toHaveBeenCalledTimes(1)
})

test('no arrival is reported for the first balance, an equal balance or a lower one [R7.1]', async () => {
  openEmpty()
  await poll(100)
  await poll(100)
  await poll(90)
  expect(api).not.toHaveBeenCalled()
})

test('no arrival is reported for a promotion, an empty history or a failed read [R7.1]', async () => {
  open(null)
  for (const newest of [{ ...sale, promotion: 'Boas-vindas' }, undefined]) {
    server.newest = newest
    await poll(client.getQueryData(balance.queryKey)!.amount_balance + 1)
  }
  api.mockRejectedValueOnce(new Error('away'))
  await poll(200)
  expect(api).toHaveBeenCalledTimes(3)
  expect(onArrival).not.toHaveBeenCalled()
})

test('a balance that rises because a hold ended reports no older sale [R7.1 D5]', async () => {
  server.newest = { ...sale, created_at: '2026-03-10T11:59:00.000Z' }
  open(null)
  await poll(20)
  await poll(100)
  expect(onArrival).not.toHaveBeenCalled()
})

test('a sale while the page slept for an hour is reported at the next read [R7.1]', async () => {
  open(null)
  vi.setSystemTime(new Date('2026-03-10T13:00:00.000Z'))
  server.newest = { ...sale, created_at: '2026-03-10T12:10:00.000Z' }
  await poll(145)
  expect(onArrival).toHaveBeenCalledTimes(1)
})

test('the level is compared with the last arrival’s, even if a screen has read the new level [R11.2]', async () => {
  open(silver)
  server.level = gold
  client.setQueryData<object>(customer.queryKey, ownerOf(gold))
  await poll(700)
  server.newest = { ...sale, id: 'e2' }
  await poll(800)
  expect(onArrival.mock.calls.map(([{ hasRisen }]) => hasRisen)).toEqual([true, false])
})

test('the first level that the page reads is not reported as a rise [R11.2]', async () => {
  openEmpty()
  server.level = gold
  client.setQueryData<object>(customer.queryKey, ownerOf(gold))
  await poll(100)
  await poll(145)
  expect(onArrival.mock.lastCall![0].hasRisen).toBe(false)
})

test('reading the newest record does not change the cached history [R7.1]', async () => {
  open(null)
  const shown = { pages: [[]], pageParams: [undefined] }
  client.setQueryData(history(undefined).queryKey, shown)
  await poll(145)
  expect(onArrival).toHaveBeenCalledTimes(1)
  expect(client.getQueriesData({ queryKey: ['GET /points'] })).toEqual([
    [history(undefined).queryKey, shown],
  ])
})

test('no arrival is reported after followArrivals was stopped', async () => {
  open(null)
  stop()
  await poll(145)
  expect(api).not.toHaveBeenCalled()
})
