import { expect, test } from 'vitest'

import { asGuest, createWorld, errorOf } from '#api/testing/worlds/world.ts'

const world = await createWorld()
const headers = asGuest(world.cafe)

/** A body at the limit of its size. */
const manyFields = Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, 0]))
const manyOptions = Object.fromEntries(Array.from({ length: 1_500 }, (_, n) => [`k${n}`, 0]))

test('the answer to 9,000 unknown fields is smaller than the body, and names the first [D2 T20]', async () => {
  const answer = await world.call('POST /customer/login', { headers, body: manyFields })
  expect(errorOf(answer)).toMatchObject({
    status: 422,
    type: 'validation',
    fields: { k0: ['Campo desconhecido'] },
  })
  expect(answer.text.length).toBeLessThan(10_000)
})

test('the answer to 1,500 unknown options is small [D2 T20]', async () => {
  const { headers } = await world.confirmed(world.cafe)
  const answer = await world.call('GET /points', { headers, query: manyOptions })
  expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
  expect(answer.text.length).toBeLessThan(10_000)
})
