import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { oneSecret } from '#api/secret/server-secret.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import { row, rows, sql } from '#database/sql.ts'

import { intentionCode } from './code.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world

/** A customer with 100 points, 80 of them held for the café's till. */
async function opened() {
  const customer = await world.confirmed(cafe, 100)
  const body = sale(customer.document, { points_amount: 80 })
  const answer = await call('POST /partner/points/intention', { headers: asPartner(cafe), body })
  return { customer, intention: answer.body as TillIntention }
}

async function codeOf({ headers }: { headers: Record<string, string> }): Promise<string> {
  return ((await call('GET /points/intention', { headers })).body as Intention).code!
}

function capture(id: string, body: object) {
  return call('POST /partner/points/intention/{id}/capture', {
    headers: asPartner(cafe),
    params: { id },
    body,
  })
}

test('the first digits of 20,000 intention codes are spread evenly [T5]', () => {
  const secret = oneSecret(Buffer.alloc(32))
  const company_id = randomUUID()
  const tenths = Array<number>(10).fill(0)
  for (let n = 0; n < 20_000; n += 1) {
    const shown = { company_id, id: randomUUID(), points_amount: 1, subsidiary_name: 'x' }
    tenths[Number(intentionCode(secret, shown)[0])]! += 1
  }
  // The standard deviation is about 42, so the limit is 6 of them.
  for (const tenth of tenths) expect(Math.abs(tenth - 2_000)).toBeLessThan(250)
})

describe('the code of an intention', () => {
  test('an intention’s code is not in its row; id, company, amount, shop and secret determine it [T5]', async () => {
    const { customer, intention } = await opened()
    const code = await codeOf(customer)
    const storedRows = await rows<{ text: string }>(
      database,
      sql`select intention::text as text from intention where company_id = ${cafe.id} and id = ${intention.id}`,
    )
    expect(storedRows.map(({ text }) => text).join()).not.toMatch(new RegExp(`\\b${code}\\b`))
    const secret = oneSecret(Buffer.alloc(32, 'fiel'))
    const shown = { ...intention, company_id: cafe.id }
    expect(intentionCode(secret, shown)).toBe(code)
    const others = [
      intentionCode(secret, { ...shown, id: randomUUID() }),
      intentionCode(secret, { ...shown, company_id: posto.id }),
      intentionCode(secret, { ...shown, points_amount: 79 }),
      intentionCode(secret, { ...shown, subsidiary_name: 'Loja 2' }),
      intentionCode(oneSecret(Buffer.alloc(32, 'outra')), shown),
    ]
    expect(new Set([code, ...others]).size).toBe(6)
  })

  test.each(['12345', '1234567', '12345a', ' 12345', '', 123_456, null])(
    'a capture with the malformed code %j gets a field error and counts no attempt [D5]',
    async (code) => {
      const { intention } = await opened()
      const answer = await capture(intention.id, { code })
      expect(errorOf(answer)).toMatchObject({
        status: 422,
        fields: { code: [expect.any(String)] },
      })
      const { wrong_codes } = (await row<{ wrong_codes: number }>(
        database,
        sql`select wrong_codes from intention where company_id = ${cafe.id} and id = ${intention.id}`,
      ))!
      expect(wrong_codes).toBe(0)
    },
  )
})

test('an intention tells its customer whether the shop or the fifth wrong code cancelled it [D5]', async () => {
  const readEnd = async ({ customer, intention: { id } }: Awaited<ReturnType<typeof opened>>) =>
    (await call('GET /points/intention/{id}', { headers: customer.headers, params: { id } })).body
  const byShop = await opened()
  const { id } = byShop.intention
  const wrong = (await codeOf(byShop.customer)) === '000000' ? '000001' : '000000'
  for (let guess = 0; guess < 4; guess += 1) await capture(id, { code: wrong })
  await call('DELETE /partner/points/intention/{id}', {
    headers: asPartner(cafe),
    params: { id },
  })
  expect(await readEnd(byShop)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'shop' })
  const byCode = await opened()
  const other = (await codeOf(byCode.customer)) === '000000' ? '000001' : '000000'
  for (let guess = 0; guess < 5; guess += 1) await capture(byCode.intention.id, { code: other })
  expect(await readEnd(byCode)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'wrong_codes' })
})

test('a till captures without a body once the customer has confirmed, and not before [D5]', async () => {
  const { customer, intention } = await opened()
  const params = { id: intention.id }
  const captured = () =>
    call('POST /partner/points/intention/{id}/capture', { headers: asPartner(cafe), params })
  expect(errorOf(await captured())).toMatchObject({ status: 409, type: 'authorization_required' })
  await call('POST /points/intention/{id}/confirm', { headers: customer.headers, params })
  expect(await captured()).toMatchObject({ status: 200, body: { status: 'CAPTURED' } })
})
