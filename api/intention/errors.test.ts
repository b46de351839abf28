/** The error codes of payment with points. A refused call writes nothing. */

import { expect, test } from 'vitest'

import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { validBody } from '#api/testing/worlds/valid-request.ts'
import { asPartner, createWorld, errorOf, sale, type Sent } from '#api/testing/worlds/world.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import { errorCodes, type ErrorCode } from '#contract/error.ts'
import type { TillIntention } from '#contract/intention.ts'

const world = await createWorld()
const { cafe, call, database } = world
const till = asPartner(cafe)

/** A customer with 100 points and an open intention for 80 of them. */
async function opened() {
  const customer = await world.confirmed(cafe, 100)
  const answer = await open(customer.document, {})
  expect(answer.status, answer.text).toBe(201)
  const { id } = answer.body as TillIntention
  return { customer, params: { id } }
}

function open(document: string, changes: object) {
  const body = sale(document, { points_amount: 80, ...changes })
  return call('POST /partner/points/intention', { headers: till, body })
}

async function expectRefused(key: EndpointKey, sent: Sent, type: ErrorCode): Promise<void> {
  const before = await fingerprint(database)
  const answer = await call(key, sent)
  expect(errorOf(answer)).toMatchObject({ status: errorCodes[type].status, type })
  expect(await fingerprint(database)).toEqual(before)
}

const decline = 'DELETE /points/intention/{id}'
const giveUp = 'DELETE /partner/points/intention/{id}'

// Repeating the same end is no error: a declined intention may be declined again.
test.each([
  ['POST /points/intention/{id}/confirm', decline],
  ['POST /partner/points/intention/{id}/capture', decline],
  [giveUp, decline],
  [decline, giveUp],
] as const)(
  '%s answers intention_over after %s, and changes nothing [D5 R8.2]',
  async (key, end) => {
    const { customer, params } = await opened()
    const headersFor = (called: EndpointKey) =>
      called.includes('/partner/') ? till : customer.headers
    expect((await call(end, { headers: headersFor(end), params })).status).toBe(204)
    const body = validBody(key, customer)
    const sent = { headers: headersFor(key), params, ...(body && { body }) }
    await expectRefused(key, sent, 'intention_over')
    const { body: balance } = await call('GET /customer/balance', { headers: customer.headers })
    expect(balance).toMatchObject({ amount_balance: 100 })
  },
)

test('a second intention of a customer gets intention_open, and the first stays open [D5]', async () => {
  const { customer, params } = await opened()
  const body = sale(customer.document, { points_amount: 10 })
  const sent = { headers: till, body }
  await expectRefused('POST /partner/points/intention', sent, 'intention_open')
  const first = await call('GET /partner/points/intention/{id}', { headers: till, params })
  expect(first.body).toMatchObject({ status: 'PENDING' })
})

test('a request for points worth more than the purchase gets points_exceed_purchase and holds nothing [D5]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const body = sale(customer.document, { points_amount: 80, purchase_value: 1 })
  const sent = { headers: till, body }
  await expectRefused('POST /partner/points/intention', sent, 'points_exceed_purchase')
})

test('a capture of more points than the intention holds gets capture_exceeds_hold; the hold stays [D5]', async () => {
  const { customer, params } = await opened()
  const key = 'POST /partner/points/intention/{id}/capture'
  await call('POST /points/intention/{id}/confirm', { headers: customer.headers, params })
  const sent = { headers: till, params, body: { points_amount: 81 } }
  await expectRefused(key, sent, 'capture_exceeds_hold')
  const captured = await call(key, { ...sent, body: { points_amount: 80 } })
  expect(captured).toMatchObject({ status: 200, body: { status: 'CAPTURED' } })
})
