/**
 * A customer without a document gives a pre-registered one while another call of theirs is being answered. The record under which
 * that call was identified is then gone: the person has moved to the pre-registered record (D3).
 */

import { describe, expect, test } from 'vitest'

import { createProviderWorld, person } from '#api/testing/fakes/provider.ts'
import { validRequest } from '#api/testing/worlds/valid-request.ts'
import { asGuest, newCpf, sale, type Sent } from '#api/testing/worlds/world.ts'
import { type EndpointKey, endpoints } from '#contract/endpoints/endpoints.ts'
import { openPool, row, sql } from '#database/sql.ts'

const world = await createProviderWorld()
const { call, database } = world
const cafe = await world.createCompany('cafe', {
  levels: [{ name: 'Início', trigger_amount: 0 }],
  settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
  prizes: [{ key: 'agua', name: 'Água', value: 0 }],
  promotions: [
    {
      code: 'NATAL',
      name: 'Natal',
      starts_at: '2026-11-01',
      ends_at: '2026-11-30',
      action: { GENERATE_POINTS: { amount: 5 } },
    },
  ],
})
const { id: prize_id } = (await row<{ id: string }>(
  database,
  sql`select id from prize where company_id = ${cafe.id}`,
))!

/** What happens once, after the next statement that matches and before its answer is used. */
let pause: { statement: RegExp; meanwhile: () => Promise<void> } | undefined
const pool = openPool(world.url, 10)
const query = pool.query.bind(pool) as (statement: { text: string }) => Promise<unknown>
const late = await world.nodeWith(
  Object.assign(pool, {
    query: async (statement: { text: string }) => {
      const found = await query(statement)
      if (pause?.statement.test(statement.text)) {
        const { meanwhile } = pause
        pause = undefined
        await meanwhile()
      }
      return found
    },
  }),
)

/** The statements after which a customer is identified, and after which a mailed link is read. */
const statements = {
  identity: /from session_of\([^)]*\) session\s+cross join is_open/,
  link: /from mailed_token\s+cross join lateral person_of/,
}

type Moving = Awaited<ReturnType<typeof moving>>

/** A customer without a document, in a session, who then gives that of a pre-registered record with 100 points. */
async function moving() {
  const document = newCpf()
  await world.generate(cafe, sale(document))
  const customer = await world.customerVia(person())
  const { headers } = customer
  expect((await call('GET /customer', { headers })).status).toBe(200)
  const move = async () => {
    const moved = await call('PUT /customer', { headers, body: { document } })
    expect(moved, moved.text).toMatchObject({ status: 200, body: { document } })
    expect(moved.body).not.toMatchObject({ id: customer.id })
  }
  return { id: customer.id, email: customer.email!, document, headers, move }
}

/** Sends a call through the late node. The customer moves after the statement. */
async function whileMoving({ move }: Moving, at: RegExp, key: EndpointKey, sent: Sent) {
  pause = { statement: at, meanwhile: move }
  const answer = await late.call(key, sent)
  expect(pause, 'the statement did not run').toBe(undefined)
  return answer
}

/** Their own statement checks the session. */
const inOneStatement = new Set<EndpointKey>([
  'GET /customer/balance',
  'GET /points/intention',
  'POST /voucher/generate',
])
const keys = (Object.keys(endpoints) as EndpointKey[]).filter(
  (key) => endpoints[key].caller === 'customer' && !inOneStatement.has(key),
)
const parts: { [key in EndpointKey]?: Sent } = {
  'GET /customer': { query: { update_level: 'TRUE' } },
  'GET /points/statement/{format}': { query: { from: '2026-11-01', to: '2026-11-20' } },
  'GET /prize/{id}': { params: { id: prize_id } },
  'PUT /prize/{id}/favorite': { params: { id: prize_id } },
  'DELETE /prize/{id}/favorite': { params: { id: prize_id } },
  'GET /promotion/{code}': { params: { code: 'NATAL' } },
  'POST /promotion/{code}/activate': { params: { code: 'NATAL' } },
}

test.each(keys)(
  '%s of a customer who moves has no server error, and no end of session [D3]',
  async (key) => {
    const customer = await moving()
    const request = validRequest(key, { ...customer, password: 'segredo1' })
    const sent = { headers: customer.headers, ...request, ...parts[key] }
    const answer = await whileMoving(customer, statements.identity, key, sent)
    expect(answer.status, answer.text).toBeLessThan(500)
    expect(answer.status, answer.text).not.toBe(401)
  },
)

test.each(['GET /customer', 'GET /customer/dashboard', 'GET /customer/erasure'] as const)(
  '%s of a customer who moves answers the points of the record that waited [D3]',
  async (key) => {
    const customer = await moving()
    const sent = { headers: customer.headers, ...parts[key] }
    const answer = await whileMoving(customer, statements.identity, key, sent)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.text).toMatch(/"(amount_balance|points_amount)":100/)
  },
)

const newPassword = { password: 'segredo2', password_confirmation: 'segredo2' }

describe('a mailed link', () => {
  test.each([
    ['POST /customer/login', 'LOGIN', ({ email }: Moving) => ({ email })],
    ['POST /customer/email-confirmation', 'CONFIRMATION', () => newPassword],
  ] as const)(
    'by %s opens the session of the record to which its owner moves [D3 R3.14]',
    async (key, purpose, others) => {
      const customer = await moving()
      if (purpose === 'CONFIRMATION') {
        await database.query('update customer set email_verified_at = null where id = $1', [
          customer.id,
        ])
      }
      const token = await world.mailedToken(cafe, customer, purpose)
      const body = { token, ...others(customer) }
      const answer = await whileMoving(customer, statements.link, key, {
        headers: asGuest(cafe),
        body,
      })
      expect(answer, answer.text).toMatchObject({
        status: 200,
        body: { data: { document: customer.document, balance: { amount_balance: 100 } } },
      })
    },
  )
})
