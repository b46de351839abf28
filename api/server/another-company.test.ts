/**
 * A company's rows do not exist for another company. The tests call each endpoint that names a row. The credential is valid
 * and of one company (café); the id, code or contact is of a row of another (posto).
 */

import { describe, expect, test } from 'vitest'

import { walletSettings, walletTexts } from '#api/testing/fakes/wallet-credential.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { callsNaming } from '#api/testing/worlds/calls-naming.ts'
import { namedFile, namedRows } from '#api/testing/worlds/named-rows.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { validBody, validRequest } from '#api/testing/worlds/valid-request.ts'
import { asPartner, createWorld, errorOf, type Sent } from '#api/testing/worlds/world.ts'
import { type EndpointKey, endpoints, isAdminKey } from '#contract/endpoints/endpoints.ts'
import { errorCodes, type ErrorCode } from '#contract/error.ts'

const world = await createWorld()
const { cafe, call, database } = world
// Both companies have wallet credentials, so that only the voucher decides.
await world.createCompany('cafe', { settings: walletSettings }, {}, walletTexts())
const posto = await world.createCompany('outra', namedFile())
const ana = await world.confirmed(cafe, 100)
const rows = await namedRows(world, posto)
const { customer: rui } = rows

const owner = await staffOf(world, cafe)
// The first call at a counter makes the key of the person and the shop.
const preview = 'POST /admin/counter/preview'
await call(preview, { headers: owner.headers, body: validBody(preview, ana) })

/** By endpoint: a request that names a row of the other company, and the error code that it must get. */
const calls = callsNaming(rows, ana)

describe('a row of another company', () => {
  test.each(Object.entries(calls) as [EndpointKey, [Sent, ErrorCode]][])(
    '%s answers as for a row that does not exist, and changes nothing [D2 T1]',
    async (key, [sent, code]) => {
      const { caller } = endpoints[key]
      const valid = { ...validRequest(key, ana), ...sent }
      const customer = caller === 'partner' ? asPartner(cafe) : ana.headers
      const credential = isAdminKey(key) ? owner.headers : customer
      const before = await fingerprint(database)
      const answer = await call(key, { ...valid, headers: credential })
      expect(errorOf(answer)).toMatchObject({ status: errorCodes[code].status, type: code })
      expect(await fingerprint(database)).toEqual(before)
    },
  )

  test('the table `calls` has each endpoint whose path names a row', () => {
    const withId = Object.entries(endpoints)
      .filter(([key, { caller }]) => caller !== 'anyone' && /\{(id|code|user_id)\}/.test(key))
      .map(([key]) => key)
    expect(Object.keys(calls)).toEqual(expect.arrayContaining(withId))
  })

  test('each of two companies finds its own customer by the same document [D2]', async () => {
    const { document } = rui
    const both = await world.registered(cafe, { document })
    const answer = await call('GET /partner/customer', {
      headers: asPartner(cafe),
      query: { document },
    })
    expect(answer.body).toMatchObject({ id: both.id, balance: { amount_balance: 0 } })
    expect(answer.body).not.toMatchObject({ id: rui.id })
  })
})

test('a login with email and password of another company’s customer gets wrong_credentials [R3.3 T1]', async () => {
  const before = await fingerprint(database)
  const answer = await call('POST /customer/login', {
    headers: { 'company-id': cafe.id },
    body: { identifier: rui.email, password: rui.password },
  })
  expect(errorOf(answer)).toMatchObject({ status: 422, type: 'wrong_credentials' })
  expect(await fingerprint(database)).toEqual(before)
})
