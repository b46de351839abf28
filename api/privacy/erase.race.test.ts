/** Erasure during concurrent sales, holds and withdrawals: the customer forfeits exactly the confirmed figures. */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { writeNotices } from '#api/notification/expiry/notices.ts'
import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import {
  type Answer,
  asGuest,
  asPartner,
  createWorld,
  errorOf,
  registration,
  sale,
} from '#api/testing/worlds/world.ts'
import type { ErasurePreview } from '#contract/privacy.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld({ poolSize: 80 })
const { call, database } = world
const shop = await world.createCompany('padaria', {
  prizes: [{ key: 'um', name: 'Pão', value: 10 }],
})
const till = asPartner(shop)

type Person = Awaited<ReturnType<typeof world.registered>>

async function forfeitsOf({ headers }: Person) {
  const answer = await call('GET /customer/erasure', { headers })
  return answer.status === 200 ? (answer.body as ErasurePreview).forfeits : undefined
}

async function leave(person: Person, forfeits: object) {
  const body = { forfeits, current_password: person.password }
  return call('DELETE /customer', { headers: person.headers, body })
}

/** The points on the balance of an erased customer. */
async function leftOver(id: string): Promise<number> {
  const found = await row<{ amount: number }>(
    database,
    sql`select amount + pending_amount + held_amount as amount
          from balance
         where company_id = ${shop.id} and customer_id = ${id}`,
  )
  return found!.amount
}

/** The points of the customer who has this document now, after the erased one. */
async function pointsOf(document: string): Promise<number> {
  const query = { document }
  const answer = await call('GET /partner/customer', { headers: till, query })
  if (answer.status === 404) return 0
  return (answer.body as { balance: { amount_balance: number } }).balance.amount_balance
}

/** Erases the customer, and calls `write` while the erasure waits before its last row, with all its locks. */
async function duringErasure<Result>(
  person: Person,
  forfeits: object,
  write: () => Promise<Result>,
): Promise<[{ status: number }, Result]> {
  let results: Promise<[{ status: number }, Result]>
  await transaction(database, async (connection) => {
    await rows(connection, sql`lock table former_document in share mode`)
    const erasure = leave(person, forfeits)
    await somebodyWaits(database)
    results = Promise.all([erasure, write()])
    await somebodyWaits(database, 2)
  })
  return results!
}

/** The tables besides the ledger that have rows of a customer. */
function rowsOf(id: string): Promise<{ name: string }[]> {
  return rows(
    database,
    sql`select 'consent' as name from consent where customer_id = ${id} and user_agent is not null
         union all
        select 'prize_favorite' from prize_favorite where customer_id = ${id}
         union all
        select 'notice_preference' from notice_preference where customer_id = ${id}
         union all
        select 'push_subscription' from push_subscription where customer_id = ${id}
         union all
        select 'integration_token' from integration_token where customer_id = ${id}
         union all
        select 'mailed_token' from mailed_token where customer_id = ${id}`,
  )
}

describe('DELETE /customer', () => {
  test('an erasure during a sale forfeits exactly the confirmed points, or answers forfeit_changed [D16]', async () => {
    for (let round = 0; round < 12; round += 1) {
      const customer = await world.confirmed(shop, 100)
      const forfeits = (await forfeitsOf(customer))!
      const [left, sold] = await Promise.all([
        leave(customer, forfeits),
        world.generate(shop, sale(customer.document)),
      ])
      expect(sold.status, sold.text).toBe(201)
      if (left.status === 204) {
        expect(await leftOver(customer.id)).toBe(100)
        expect(await pointsOf(customer.document)).toBe(100)
      } else {
        expect(errorOf(left)).toMatchObject({ type: 'forfeit_changed' })
        expect(await pointsOf(customer.document)).toBe(200)
      }
    }
    expect((await audit(database, world.now())).differences).toEqual([])
  })

  test('an erasure at the same time as a sale of the customer loses no points [D16]', async () => {
    const customer = await world.confirmed(shop, 100)
    const forfeits = (await forfeitsOf(customer))!
    let answers: Promise<[{ status: number }, { status: number }]>
    await transaction(database, async (connection) => {
      await rows(
        connection,
        sql`select from balance where company_id = ${shop.id} and customer_id = ${customer.id} for update`,
      )
      answers = Promise.all([
        leave(customer, forfeits),
        world.generate(shop, sale(customer.document)),
      ])
      // The erasure waits for the balance. The sale is retried until the balance is free.
      await somebodyWaits(database)
    })
    const [left, sold] = await answers!
    expect([204, 409]).toContain(left.status)
    expect(sold.status).toBe(201)
    expect((await leftOver(customer.id)) + (await pointsOf(customer.document))).toBe(
      left.status === 204 ? 200 : 400,
    )
  })

  test.each(['POST /customer/create-via-email', 'PUT /customer'] as const)(
    'an erasure makes a concurrent %s with its CPF wait; that person is then no newcomer [D16 T17]',
    async (endpoint) => {
      const customer = await world.confirmed(shop, 100)
      const other = await world.confirmed(shop)
      const forfeits = (await forfeitsOf(customer))!
      const { document } = customer
      // The document stays in use until the erasure commits.
      const answers = await duringErasure(customer, forfeits, () =>
        endpoint === 'POST /customer/create-via-email'
          ? call(endpoint, { headers: asGuest(shop), body: { ...registration(), document } })
          : call(endpoint, { headers: other.headers, body: { document } }),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses).toEqual([204, endpoint === 'POST /customer/create-via-email' ? 201 : 200])
      const owner = await row(
        database,
        sql`select is_returning from customer where company_id = ${shop.id} and document = ${document}`,
      )
      expect(owner).toEqual({ is_returning: true })
    },
  )

  test.each([
    ['POST /customer/{user_id}/cookies-agreement', 409],
    ['PUT /prize/{id}/favorite', 401],
    ['PUT /notification/preferences', 401],
    ['POST /notification/subscription', 401],
    ['GET /customer/generate-integration-token', 401],
  ] as const)(
    'an erasure makes a concurrent %s wait, which then gets %i and writes no row [D16]',
    async (endpoint, status) => {
      const customer = await world.confirmed(shop)
      const { headers } = customer
      const forfeits = (await forfeitsOf(customer))!
      const [prize] = (await call('GET /prize', { headers })).body as [{ id: string }]
      const sent = {
        'POST /customer/{user_id}/cookies-agreement': { params: { user_id: customer.id } },
        'PUT /prize/{id}/favorite': { params: { id: prize.id } },
        'PUT /notification/preferences': {
          body: { kind: 'level_changed', channel: 'mail', is_on: false },
        },
        'POST /notification/subscription': {
          body: {
            endpoint: 'https://push.example/um',
            keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
          },
        },
        'GET /customer/generate-integration-token': {},
      }[endpoint]
      const [left, late] = await duringErasure(customer, forfeits, () =>
        call(endpoint, { headers, ...sent }),
      )
      expect([left.status, late.status]).toEqual([204, status])
      expect(await rowsOf(customer.id)).toEqual([])
    },
  )

  test('an erasure leaves no notice of the customer when the daily notices run concurrently [D16 D11]', async () => {
    const expiring = await world.createCompany('quitanda', {
      calculation_rules: [
        { name: 'Compra', type: 'POINTS_PER_REAL', rate: 1, expires_in: { days: 20 } },
      ],
    })
    const customer = await world.registered(expiring)
    const stays = await world.registered(expiring)
    for (const { document } of [customer, stays]) await world.generate(expiring, sale(document))
    const forfeits = (await forfeitsOf(customer))!
    const [left] = await duringErasure(customer, forfeits, () =>
      writeNotices(database, world.now()),
    )
    expect(left.status).toBe(204)
    const notices = await rows(
      database,
      sql`select customer_id from notification
           where company_id = ${expiring.id} and type = 'points_expiring'`,
    )
    expect(notices).toEqual([{ customer_id: stays.id }])
  })

  test('an erasure refuses a password that was changed while it waited, and erases nothing [D16 T7]', async () => {
    const customer = await world.confirmed(shop, 100)
    const forfeits = (await forfeitsOf(customer))!
    const { headers, password: current_password, document } = customer
    let erasure: Promise<Answer>
    await transaction(database, async (connection) => {
      await rows(
        connection,
        sql`select from balance where company_id = ${shop.id} and customer_id = ${customer.id} for update`,
      )
      erasure = leave(customer, forfeits)
      await somebodyWaits(database)
      const password = 'outra-senha-9'
      const body = { current_password, password, password_confirmation: password }
      expect((await call('PUT /customer', { headers, body })).status).toBe(200)
    })
    expect(errorOf(await erasure!)).toMatchObject({ type: 'wrong_password' })
    const body = { ...sale(document), points_amount: 10 }
    const hold = await call('POST /partner/points/intention', { headers: till, body })
    expect(hold.status, hold.text).toBe(201)
  })

  test('an erasure makes a concurrent mailed link wait, which is then not created [D16]', async () => {
    const customer = await world.confirmed(shop)
    const forfeits = (await forfeitsOf(customer))!
    const [left, token] = await duringErasure(customer, forfeits, () =>
      world.mailedToken(shop, customer, 'LOGIN'),
    )
    expect([left.status, token]).toEqual([204, null])
    expect(await rowsOf(customer.id)).toEqual([])
  })

  test('two erasures beside an intention and a redemption erase once and leave no open hold [D16]', async () => {
    for (let round = 0; round < 8; round += 1) {
      const customer = await world.confirmed(shop, 100)
      const forfeits = (await forfeitsOf(customer))!
      const { document, headers } = customer
      const [prize] = (await call('GET /prize', { headers })).body as [{ id: string }]
      const products = [{ prize_id: prize.id, quantity: 1 }]
      const redeemed = { customer_document: document, products }
      const answers = await Promise.all([
        leave(customer, forfeits),
        leave(customer, forfeits),
        call('POST /partner/points/intention', {
          headers: till,
          body: { ...sale(document), points_amount: 10 },
        }),
        call('POST /voucher/generate', {
          headers: { ...headers, 'idempotency-key': randomUUID() },
          body: redeemed,
        }),
      ])
      const types = answers.map((answer) =>
        answer.status < 300 ? answer.status : errorOf(answer).type,
      )
      const erasures = types.slice(0, 2).filter((type) => type === 204).length
      expect(erasures, String(types)).toBeLessThanOrEqual(1)
      if (erasures === 0) {
        expect(types.slice(0, 2), String(types)).toContain('forfeit_changed')
        expect((await leave(customer, (await forfeitsOf(customer))!)).status).toBe(204)
      }
      const open = await row(
        database,
        sql`select 'hold'
              from hold
             where company_id = ${shop.id} and customer_id = ${customer.id} and ended_at is null
             union all
            select 'voucher'
              from voucher
             where company_id = ${shop.id} and customer_id = ${customer.id}
               and withdrawn_at is null and cancelled_at is null
             union all
            select 'session' from session where company_id = ${shop.id} and customer_id = ${customer.id}
             union all
            select 'idempotency' from idempotency where company_id = ${shop.id} and principal_id = ${customer.id}`,
      )
      expect(open).toBeUndefined()
    }
    expect((await audit(database, world.now())).differences).toEqual([])
  })

  test('an erasure beside a sign-in and a change of the profile leaves no session and no name [D16]', async () => {
    for (let round = 0; round < 6; round += 1) {
      const customer = await world.confirmed(shop)
      const forfeits = (await forfeitsOf(customer))!
      const login = { identifier: customer.email, password: customer.password }
      const [left] = await Promise.all([
        leave(customer, forfeits),
        call('POST /customer/login', { headers: asGuest(shop), body: login }),
        call('PUT /customer', { headers: customer.headers, body: { name: 'Zuleica' } }),
      ])
      expect(left.status, left.text).toBe(204)
      const storedRow = await row(
        database,
        sql`select customer.name, session.id
              from customer
              left join session on session.company_id = customer.company_id and session.customer_id = customer.id
             where customer.company_id = ${shop.id} and customer.id = ${customer.id}`,
      )
      expect(storedRow).toEqual({ name: null, id: null })
    }
  })
})
