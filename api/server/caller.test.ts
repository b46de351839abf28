/** Calls each endpoint of the contract as a caller whom it must refuse. A refused call writes nothing. */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createPartnerKey } from '#api/partner/partner-key.ts'
import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { validRequest } from '#api/testing/worlds/valid-request.ts'
import {
  asCustomer,
  asPartner,
  errorOf,
  type Sent,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { Caller } from '#contract/endpoints/endpoint.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import { errorCodes, type ErrorCode } from '#contract/error.ts'
import { partnerScopes } from '#contract/partner.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createProviderWorld()
const { cafe, posto, database } = world
const ana = await world.registered(cafe)
/** An ID token of an account that is no customer of any company. */
const id_token = await world.provider.idToken(person(), now)

const keys = Object.keys(endpoints) as EndpointKey[]
const calledBy = (...callers: Caller[]) =>
  keys.filter((key) => callers.includes(endpoints[key].caller))

/** Headers that identify the endpoint's kind of caller. */
function headersFor(
  key: EndpointKey,
  company: TestCompany = cafe,
  token: string = ana.token,
): Record<string, string> {
  const { caller } = endpoints[key]
  if (caller === 'partner') return asPartner(company)
  return asCustomer(company, caller === 'account' ? id_token : token)
}

/** Expects that each call answers `code` and that none writes anything. */
async function expectRefused(
  key: EndpointKey,
  headers: Record<string, string>[],
  code: ErrorCode,
  sent: Sent = {},
): Promise<void> {
  const before = await fingerprint(database)
  for (const one of headers) {
    const answer = await world.call(key, { ...validRequest(key, ana), ...sent, headers: one })
    expect(errorOf(answer)).toEqual({ status: errorCodes[code].status, type: code })
  }
  expect(await fingerprint(database)).toEqual(before)
}

/** A key's first call on a day writes that day, also when it is refused. This writes it before the calls. */
async function noteUse({ id }: TestCompany): Promise<void> {
  await rows(
    database,
    sql`update partner_key set last_used_on = ${now.toISOString().slice(0, 10)} where company_id = ${id}`,
  )
}

describe('a caller without a company', () => {
  test.each(calledBy('guest', 'customer', 'account'))(
    '%s refuses a missing or malformed Company-Id [D2]',
    async (key) => {
      const { 'company-id': _, ...others } = headersFor(key)
      const wrong = ['', 'x', '1', `${cafe.id}0`, `${cafe.id},${posto.id}`]
      const headers = wrong.map((id) => ({ ...others, 'company-id': id }))
      await expectRefused(key, [others, ...headers], 'bad_request')
    },
  )

  test.each(calledBy('guest', 'account'))(
    '%s refuses a company id that does not exist [R1.2]',
    async (key) => {
      const headers = { ...headersFor(key), 'company-id': randomUUID() }
      await expectRefused(key, [headers], 'company_not_found')
    },
  )
})

describe('a request that no script sends', () => {
  test.each(calledBy('guest', 'customer', 'account'))(
    '%s refuses a navigation, an image, a frame and a form of a page [T13]',
    async (key) => {
      const headers = ['document', 'image', 'iframe', 'script'].map((destination) => ({
        ...headersFor(key),
        'sec-fetch-dest': destination,
      }))
      await expectRefused(key, headers, 'forbidden')
    },
  )

  test('GET /customer is answered to a call of a script [T13]', async () => {
    const headers = { ...asCustomer(cafe, ana.token), 'sec-fetch-dest': 'empty' }
    expect((await world.call('GET /customer', { headers })).status).toBe(200)
  })
})

describe('a closed company', async () => {
  const closed = await Promise.all(
    ['blocked_at = now()', 'maintenance = true'].map(async (change, n) => {
      const company = await world.createCompany(`fechada-${n}`, {})
      const customer = await world.registered(company)
      await database.query(`update company set ${change} where company_id = $1`, [company.id])
      await noteUse(company)
      return { company, customer }
    }),
  )

  test.each(calledBy('guest', 'customer', 'account', 'partner'))(
    '%s refuses a company that is blocked, and one in maintenance [R1.3]',
    async (key) => {
      const headers = closed.map(({ company, customer }) =>
        headersFor(key, company, customer.token),
      )
      await expectRefused(key, headers, 'company_unavailable')
    },
  )
})

describe('a caller without a credential', () => {
  const wrong = [
    '',
    'Bearer',
    'Bearer x',
    `Basic ${ana.token}`,
    `Bearer ${ana.token}0`,
    `Bearer ${'A'.repeat(43)}`,
  ]

  test.each(calledBy('customer', 'account', 'partner'))(
    '%s refuses a missing or malformed token and a token of another company [R3.8 T1]',
    async (key) => {
      const code = endpoints[key].caller === 'partner' ? 'invalid_key' : 'unauthenticated'
      const headers = wrong.map((authorization) => ({ 'company-id': cafe.id, authorization }))
      await expectRefused(key, [...headers, asCustomer(posto, ana.token)], code)
    },
  )

  test.each(calledBy('customer'))(
    '%s refuses an ID token whose account belongs to no customer [R3.10]',
    async (key) => {
      await expectRefused(key, [asCustomer(cafe, id_token)], 'customer_not_found')
    },
  )
})

describe('a caller whom the staff has blocked', async () => {
  const account = person()
  const customer = await world.customerVia(account)
  const staff = await staffOf(world, cafe)
  const params = { id: customer.id }
  const body = { reason: 'fraud' }
  await world.call('POST /admin/customer/{id}/block', { headers: staff.headers, params, body })
  const token = await world.provider.idToken(account, now)

  test.each(calledBy('customer'))(
    '%s refuses the ID token of a blocked customer [D15]',
    async (key) => {
      await expectRefused(key, [asCustomer(cafe, token)], 'customer_blocked')
    },
  )
})

describe('a caller without permission', () => {
  test.each(calledBy('anyone', 'guest', 'customer', 'account'))(
    '%s refuses a call from a page of another origin [T13]',
    async (key) => {
      const origins = ['https://vizinho.example', 'null', `http://${posto.hostname}`]
      const headers = origins.map((origin) => ({ ...headersFor(key), origin }))
      await expectRefused(key, headers, 'forbidden')
    },
  )

  test.each(calledBy('partner'))(
    '%s refuses a partner key without the scope, and a key from a wrong network [T18]',
    async (key) => {
      const { scope } = endpoints[key] as { scope: string }
      const scopes = partnerScopes.filter((other) => other !== scope)
      const without = await createPartnerKey(database, cafe.id, 'Sem escopo', now, { scopes })
      const addresses = ['203.0.113.7/32']
      const elsewhere = await createPartnerKey(database, cafe.id, 'De fora', now, { addresses })
      await noteUse(cafe)
      const headers = [asPartner({ key: without }), asPartner({ key: elsewhere })]
      await expectRefused(key, headers, 'forbidden')
    },
  )
})
