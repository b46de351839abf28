/** A customer who signed in through the identity provider and has given no CPF yet (D8, R3.10). */

import { expect, test } from 'vitest'

import { createProviderWorld, person } from '#api/testing/fakes/provider.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { Prize } from '#contract/prize.ts'

const world = await createProviderWorld()
const { call, database } = world
const cafe = await world.createCompany('cafe', {
  prizes: [
    { key: 'agua', name: 'Água', value: 0 },
    { key: 'cafe', name: 'Café', value: 40 },
  ],
})

test('a customer without a document reads incomplete_profile at each prize, and a redemption answers it [D8]', async () => {
  const { email, headers } = await world.customerVia(person())
  const earned = await world.generate(cafe, { ...sale(newCpf()), customer: { email } })
  expect(earned.status, earned.text).toBe(201)
  const document = newCpf()
  const store = async () =>
    ((await call('GET /prize', { headers })).body as Prize[]).map(
      ({ redeemable, reason, reasons }) => ({ redeemable, reason, reasons }),
    )
  const redeem = async (prize_id: string, value: number) =>
    call('POST /voucher/generate', {
      headers,
      body: { customer_document: document, products: [{ prize_id, quantity: 1, value }] },
    })
  const reason = 'incomplete_profile'
  const refused = { redeemable: false, reason, reasons: [reason] }
  expect(await store()).toEqual([refused, refused])
  const prizes = (await call('GET /prize', { headers })).body as Prize[]
  const before = await fingerprint(database)
  for (const { id, value } of prizes) {
    expect(errorOf(await redeem(id, value))).toEqual({ status: 422, type: reason })
  }
  expect(await fingerprint(database)).toEqual(before)
  expect((await call('PUT /customer', { headers, body: { document } })).status).toBe(200)
  const offered = { redeemable: true, reason: null, reasons: [] }
  expect(await store()).toEqual([offered, offered])
  for (const { id, value } of prizes) expect((await redeem(id, value)).status).toBe(201)
})
