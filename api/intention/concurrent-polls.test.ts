import { expect, test, vi } from 'vitest'

import { secretHash } from '#api/http/caller.ts'
import { asPartner, createWorld, sale } from '#api/testing/worlds/world.ts'

import { intentionReader } from './customer.ts'

const world = await createWorld()
const { cafe, call, database, secret } = world

type Customer = Awaited<ReturnType<typeof world.confirmed>>

/** A customer with an open intention. */
async function openIntention(): Promise<{ customer: Customer; id: string }> {
  const customer = await world.confirmed(cafe, 100)
  const body = sale(customer.document, { points_amount: 80 })
  const opened = await call('POST /partner/points/intention', { headers: asPartner(cafe), body })
  return { customer, id: (opened.body as { id: string }).id }
}

test('12 concurrent polls of three customers are one statement; each gets its own intention [R8.1]', async () => {
  const [first, second, third] = [
    await openIntention(),
    await openIntention(),
    await world.confirmed(cafe),
  ]
  const customers = [first.customer, second.customer, third]
  // This reader has a pool of its own, because the jobs of the server send statements through the pool of the server.
  const read = intentionReader(database, secret)
  const statements = vi.spyOn(database, 'query')
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => {
      const token = customers[n % 3]!.headers.authorization!.replace('Bearer ', '')
      return read({ company_id: cafe.id, token_hash: secretHash(token), now: world.now() })
    }),
  )
  const count = statements.mock.calls.length
  statements.mockRestore()
  expect(count).toBe(1)
  expect(answers.map((found) => found?.id)).toEqual(
    Array.from({ length: 4 }, () => [first.id, second.id, undefined]).flat(),
  )
})
