/** Events after an erasure: the same CPF registers again, or a till returns a purchase of the erased customer. */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createProviderWorld, person } from '#api/testing/fakes/provider.ts'
import { asCustomer, asPartner, errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { ErasurePreview } from '#contract/privacy.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createProviderWorld()
const { call, database } = world
const shop = await world.createCompany('padaria', {
  levels: [
    { name: 'Início', trigger_amount: 0 },
    { name: 'Ouro', trigger_amount: 200 },
  ],
  settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
  promotions: [
    {
      code: 'NOVO',
      name: 'Boas-vindas',
      starts_at: '2026-01-01',
      ends_at: '2027-12-31',
      filters: { NEW_REGISTER: { days: 30 } },
      action: { GENERATE_POINTS: { amount: 5 } },
    },
  ],
})

type Person = Awaited<ReturnType<typeof world.registered>>

async function leave({ headers, password }: Person): Promise<void> {
  const { forfeits } = (await call('GET /customer/erasure', { headers })).body as ErasurePreview
  const body = { forfeits, current_password: password }
  expect((await call('DELETE /customer', { headers, body })).status).toBe(204)
}

describe('the promotion for newcomers', () => {
  const activate = ({ headers }: Pick<Person, 'headers'>) =>
    call('POST /promotion/{code}/activate', { headers, params: { code: 'NOVO' } })

  async function confirmedWith(document: string): Promise<Person> {
    const customer = await world.registered(shop, { document })
    const token = await world.mailedToken(shop, customer, 'CONFIRMATION')
    await call('POST /customer/email-confirmation', { headers: customer.headers, body: { token } })
    return customer
  }

  test.each(['stays', 'leaves'])(
    'the newcomer promotion is refused to a CPF of a customer who changed it and then %s [D16 T17]',
    async (then) => {
      const customer = await world.confirmed(shop)
      expect((await activate(customer)).status).toBe(201)
      const body = { document: newCpf() }
      const { headers } = customer
      expect((await call('PUT /customer', { headers, body })).status).toBe(200)
      if (then === 'leaves') await leave(customer)
      const again = await confirmedWith(customer.document)
      expect(errorOf(await activate(again))).toMatchObject({
        status: 422,
        type: 'invalid_promotion',
      })
    },
  )

  test('the newcomer promotion requires a document, all that an erasure remembers of customers [D9 D16 T17]', async () => {
    const token = await world.provider.idToken(person(), world.now())
    expect((await world.create(shop, token)).body).toMatchObject({ document: null })
    const headers = asCustomer(shop, token)
    const params = { code: 'NOVO' }
    expect((await call('GET /promotion/{code}', { headers, params })).body).toMatchObject({
      activatable: false,
      reason: 'incomplete_profile',
    })
    const refused = errorOf(await activate({ headers }))
    expect(refused).toMatchObject({ status: 422, type: 'incomplete_profile' })
    const balance = await call('GET /customer/balance', { headers })
    expect(balance.body).toMatchObject({ amount_balance: 0 })
    const body = { document: newCpf() }
    expect((await call('PUT /customer', { headers, body })).status).toBe(200)
    expect((await activate({ headers })).status).toBe(201)
  })

  test('a customer who has sent the same CPF again in the profile gets the newcomer promotion [D16 R4.3]', async () => {
    const customer = await world.confirmed(shop)
    const body = { name: 'Ana de Lima', document: customer.document }
    expect((await call('PUT /customer', { headers: customer.headers, body })).status).toBe(200)
    expect((await activate(customer)).status).toBe(201)
  })
})

test('a return of a purchase after the erasure writes no level and no notice of the customer [D16 D4]', async () => {
  const customer = await world.confirmed(shop, 100)
  const { body } = await world.generate(shop, sale(customer.document))
  const written = () =>
    rows<{ name: string }>(
      database,
      sql`select 'notification' as name from notification where customer_id = ${customer.id}
           union
          select 'level_change' from level_change where customer_id = ${customer.id}
           union
          select 'customer_level' from customer_level where customer_id = ${customer.id}
           order by name`,
    )
  expect(await written()).toHaveLength(3)
  await leave(customer)
  const returned = await call('POST /partner/points/{id}/reverse', {
    headers: asPartner(shop),
    params: { id: (body as { id: string }).id },
    body: { external_id: randomUUID() },
  })
  expect(returned.status, returned.text).toBe(201)
  expect(await written()).toEqual([])
})
