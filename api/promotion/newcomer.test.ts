/** Who is new for NEW_REGISTER (D9): a person who signed in without a document, and took over a pre-registered one. */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { createProviderWorld } from '#api/testing/fakes/provider.ts'
import { asCustomer, errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'

const world = await createProviderWorld()
const { call } = world
const company = await world.createCompany('novos', {
  promotions: [
    {
      code: 'NOVO',
      name: 'Novo',
      starts_at: '2026-01-01',
      ends_at: '2026-12-31',
      filters: { NEW_REGISTER: { days: 3 } },
      action: { GENERATE_POINTS: { amount: 50 } },
    },
  ],
})

/** Registers by Google at `registered`, gives a CPF that a till sold to at `sold`, and activates the promotion on 2026-11-20. */
async function activation({ sold, registered }: { sold: string; registered: string }) {
  const document = newCpf()
  const sub = randomUUID()
  const account = { sub, email: `${sub}@exemplo.com.br`, email_verified: true }
  const token = () => world.provider.idToken(account, world.now())
  async function register() {
    world.moveClock(registered)
    expect((await world.create(company, await token())).status).toBe(201)
  }
  async function sell() {
    world.moveClock(sold)
    expect((await world.generate(company, sale(document))).status).toBe(201)
  }
  for (const act of sold < registered ? [sell, register] : [register, sell]) await act()
  world.moveClock('2026-11-20T15:00:00Z')
  const headers = asCustomer(company, await token())
  const given = await call('PUT /customer', { headers, body: { document } })
  expect(given.status, given.text).toBe(200)
  return call('POST /promotion/{code}/activate', { headers, params: { code: 'NOVO' } })
}

test('a person who registered today is new although a till sold to the CPF long ago [D9 D3]', async () => {
  const answer = await activation({
    sold: '2026-11-01T15:00:00Z',
    registered: '2026-11-20T14:50:00Z',
  })
  expect(answer.status, answer.text).toBe(201)
})

test('a person who registered long ago is not new although a till pre-registered the CPF today [D9 T17]', async () => {
  const answer = await activation({
    sold: '2026-11-20T14:00:00Z',
    registered: '2026-11-10T15:00:00Z',
  })
  expect(errorOf(answer)).toMatchObject({ status: 422, type: 'invalid_promotion' })
})
