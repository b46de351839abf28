import { expect, test } from 'vitest'

import { createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { Consent } from '#contract/consent.ts'

const world = await createWorld()
const { cafe, posto, call } = world

async function consentsOf(headers: Record<string, string>): Promise<Consent[]> {
  return (await call('GET /customer/consent', { headers })).body as Consent[]
}

test('registration stores the given consents with the version of their text [D12]', async () => {
  const loja = await world.createCompany('loja', { legal: { version: '2026-11' } })
  const customer = await world.registered(loja, { opt_in_marketing: true })
  expect(await consentsOf(customer.headers)).toMatchObject([
    { kind: 'MARKETING', is_granted: true, text_version: '2026-11' },
    {
      kind: 'OPT_IN',
      is_granted: true,
      text_version: '2026-11',
      created_at: '2026-11-20T15:00:00.000Z',
    },
  ])
})

test('GET /customer/consent has one record for each change of the marketing consent [D12]', async () => {
  const { headers } = await world.registered(cafe)
  for (const opt_in_marketing of [false, true, true, false]) {
    await call('PUT /customer', { headers, body: { opt_in_marketing } })
  }
  const marketing = (await consentsOf(headers)).filter(({ kind }) => kind === 'MARKETING')
  expect(marketing.map(({ is_granted }) => is_granted)).toEqual([false, true])
})

test('POST and DELETE /customer/{user_id}/cookies-agreement give and withdraw the consent [R6.1]', async () => {
  const { headers, id: user_id, email } = await world.registered(cafe)
  const params = { user_id }
  const agreed = await call('POST /customer/{user_id}/cookies-agreement', {
    headers: { ...headers, 'user-agent': 'Telefone/1.0' },
    params,
  })
  expect(agreed).toMatchObject({
    status: 201,
    body: { user_id, user_email: email, user_agent: 'Telefone/1.0', parent_id: null },
  })
  const again = await call('POST /customer/{user_id}/cookies-agreement', { headers, params })
  expect(errorOf(again)).toEqual({ status: 409, type: 'agreement_exists' })
  expect(again.body).toMatchObject({ message: 'Você já aceitou a política de cookies.' })

  const withdrawn = await call('DELETE /customer/{user_id}/cookies-agreement', { headers, params })
  expect(withdrawn).toMatchObject({ status: 204, text: '' })
  const nothing = await call('DELETE /customer/{user_id}/cookies-agreement', { headers, params })
  expect(errorOf(nothing)).toEqual({ status: 404, type: 'not_found' })

  const renewed = await call('POST /customer/{user_id}/cookies-agreement', { headers, params })
  expect(renewed.body).toMatchObject({ parent_id: expect.any(String) })
  const cookies = (await consentsOf(headers)).filter(({ kind }) => kind === 'COOKIES')
  expect(cookies.map(({ is_granted }) => is_granted)).toEqual([true, false, true])
})

test('of eight equal cookie consents at once one is recorded, and the others get agreement_exists [R6.1]', async () => {
  const nodes = [call, await world.anotherNode()]
  const { headers, id: user_id } = await world.registered(cafe)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) =>
      nodes[n % 2]!('POST /customer/{user_id}/cookies-agreement', { headers, params: { user_id } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 201)
  expect(new Set(refused.map((answer) => errorOf(answer).type))).toEqual(
    new Set(['agreement_exists']),
  )
  const consents = await consentsOf(headers)
  expect(consents.filter(({ kind }) => kind === 'COOKIES')).toHaveLength(1)
})

test('a customer gets forbidden for the cookie consent of another customer [R6.1 T3]', async () => {
  const [ana, bia] = [await world.registered(cafe), await world.registered(cafe)]
  const foreign = await world.registered(posto)
  for (const user_id of [bia.id, foreign.id]) {
    for (const key of [
      'POST /customer/{user_id}/cookies-agreement',
      'DELETE /customer/{user_id}/cookies-agreement',
    ] as const) {
      const answer = await call(key, { headers: ana.headers, params: { user_id } })
      expect(errorOf(answer)).toEqual({ status: 403, type: 'forbidden' })
    }
  }
  expect(await consentsOf(bia.headers)).toHaveLength(1)
})
