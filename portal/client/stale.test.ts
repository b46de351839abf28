import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { markStale } from './stale.ts'

const bell = ['GET /notification', { query: { per_page: 1 } }]
const list = ['GET /notification', 'list']
const balance = ['GET /customer/balance']
const intention = ['GET /points/intention']
const erasure = ['GET /customer/erasure']
const favorites = ['GET /prize/count', {}]
const store = ['GET /prize', {}]
const dashboard = ['GET /customer/dashboard']
const all = [bell, list, balance, intention, erasure, favorites, store, dashboard]

test.each([
  ['event: points moved', [balance]],
  ['event: countdown ended', [intention]],
  ['event: newer notification', [list]],
  ['error: forfeit_changed', [erasure]],
  ['GET /customer/balance', [bell, list, store, dashboard]],
  ['PUT /customer', [store, dashboard]],
  ['POST /customer/email-confirmation/resend', [store, dashboard]],
  ['POST /voucher/generate', [balance, favorites, store, dashboard]],
  ['GET /voucher/{id}', [dashboard]],
] as const)('%s makes the cached reads %j stale', (cause, expected) => {
  const client = new QueryClient()
  for (const key of all) client.setQueryData(key, {})
  markStale(client, cause)
  expect(all.filter((key) => client.getQueryState(key)!.isInvalidated)).toEqual(expected)
})
