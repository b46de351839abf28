import { expect, test } from 'vitest'

import { createWorld, refusalOf, sale } from '#api/testing/world.ts'
import type { PointsEntry } from '#contract/points.ts'

const world = await createWorld()
const { cafe, call } = world

test('R7.3 D2 the history comes newest first, page by page, each record once', async () => {
  const customer = await world.registered(cafe)
  for (let purchase = 1; purchase <= 7; purchase += 1) {
    await world.generate(cafe, sale(customer.document, { purchase_value: purchase * 100 }))
  }
  const seen: number[] = []
  let query: Record<string, string> = { per_page: '3' }
  for (;;) {
    const { body, headers } = await call('GET /points', { headers: customer.headers, query })
    seen.push(...(body as PointsEntry[]).map((entry) => entry.points_amount))
    const next = /<\/api\/points\?(.*)>; rel="next"/.exec(headers['link'] ?? '')
    if (!next) break
    query = Object.fromEntries(new URLSearchParams(next[1]))
  }
  expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1])
})

test('R7.3 a customer without records has an empty history and no next page', async () => {
  const customer = await world.registered(cafe)
  const answer = await call('GET /points', { headers: customer.headers })
  expect(answer.body).toEqual([])
  expect(answer.headers).not.toHaveProperty('link')
})

test.each([
  ['before', 0],
  ['before', 1.5],
  ['before', 'x'],
  ['before', 9e15],
  ['per_page', 0],
  ['per_page', 5001],
  ['per_page', ''],
  ['page', 2],
])('R5.11 %s=%s is refused by name', async (name, value) => {
  const customer = await world.registered(cafe)
  const answer = await call('GET /points', { headers: customer.headers, query: { [name]: value } })
  expect(refusalOf(answer)).toMatchObject({
    status: 422,
    type: 'validation',
    fields: { [name]: [expect.any(String)] },
  })
})
