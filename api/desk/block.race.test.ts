/** A block beside sign-ins, redemptions and captures: each comes whole before it, or is refused (D15). */

import { expect, test } from 'vitest'

import { comesAgain, somebodyWaits } from '#api/testing/worlds/lock.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asGuest, asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { TillIntention } from '#contract/intention.ts'
import type { Prize } from '#contract/prize.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const shop = await world.createCompany('bloqueio', {
  prizes: [{ key: 'cafe', name: 'Café', value: 30, stock: 1_000 }],
})
const ana = await staffOf(world, shop, 'attendant')
const refused = { status: 403, type: 'customer_blocked' }

type Customer = Awaited<ReturnType<typeof world.confirmed>>

function block({ id }: { id: string }) {
  const body = { reason: 'stolen' }
  return call('POST /admin/customer/{id}/block', { headers: ana.headers, params: { id }, body })
}

/** The part of a block that other calls wait for, not yet committed. */
async function blockWithin(connection: Database, { id }: Customer): Promise<void> {
  await rows(connection, sql`select lock_balance(${shop.id}, ${id})`)
  await rows(
    connection,
    sql`select block_customer(${shop.id}, ${id}, 'stolen', ${ana.id}, ${world.now()})`,
  )
}

async function redeem({ headers, document }: Customer) {
  const { body } = await call('GET /prize', { headers })
  const [prize] = body as Prize[]
  return () =>
    call('POST /voucher/generate', {
      headers,
      body: { customer_document: document, products: [{ prize_id: prize!.id, quantity: 1 }] },
    })
}

function login({ email: identifier, password }: Customer) {
  return call('POST /customer/login', { headers: asGuest(shop), body: { identifier, password } })
}

function stateOf({ id }: Customer) {
  return row<{ amount: number; held: number; vouchers: number; sessions: number }>(
    database,
    sql`select amount::integer, held_amount::integer as held,
               (select count(*)::integer from voucher where customer_id = ${id}) as vouchers,
               (select count(*)::integer from session where customer_id = ${id}) as sessions
          from balance
         where company_id = ${shop.id} and customer_id = ${id}`,
  )
}

async function authorised(customer: Customer): Promise<string> {
  const { body } = await call('POST /partner/points/intention', {
    headers: asPartner(shop),
    body: sale(customer.document, { points_amount: 40 }),
  })
  const { id } = body as TillIntention
  await call('POST /points/intention/{id}/confirm', { headers: customer.headers, params: { id } })
  return id
}

function capture(id: string) {
  const sent = { headers: asPartner(shop), params: { id }, body: {} }
  return call('POST /partner/points/intention/{id}/capture', sent)
}

test('a redemption that finds a block in progress is refused once the block is committed [D15 I5]', async () => {
  const customer = await world.confirmed(shop, 100)
  const send = await redeem(customer)
  const { answering } = await transaction(database, async (connection) => {
    await blockWithin(connection, customer)
    const answering = send()
    await comesAgain(database)
    return { answering }
  })
  expect(errorOf(await answering)).toMatchObject(refused)
  expect(await stateOf(customer)).toMatchObject({ amount: 100, vouchers: 0 })
})

test('a capture that finds a block in progress is refused once the block is committed [D15 I5]', async () => {
  const customer = await world.confirmed(shop, 100)
  const id = await authorised(customer)
  const { answering } = await transaction(database, async (connection) => {
    await blockWithin(connection, customer)
    const answering = capture(id)
    await comesAgain(database)
    return { answering }
  })
  expect(errorOf(await answering)).toMatchObject(refused)
})

test('a sign-in that waits for a block opens no session [D15]', async () => {
  const customer = await world.confirmed(shop)
  const { email } = customer
  // By a link, because a sign-in by password waits for the row already to hold the password.
  const token = await world.mailedToken(shop, customer, 'LOGIN')
  const { answering } = await transaction(database, async (connection) => {
    await blockWithin(connection, customer)
    const answering = call('POST /customer/login', {
      headers: asGuest(shop),
      body: { token, email },
    })
    await somebodyWaits(database)
    return { answering }
  })
  expect(errorOf(await answering)).toMatchObject(refused)
})

test('blocks beside redemptions, captures and sign-ins leave nothing half done [D15 I1 I5]', async () => {
  for (let time = 0; time < 6; time += 1) {
    const customer = await world.confirmed(shop, 100)
    const send = await redeem(customer)
    const id = await authorised(customer)
    const [stopped, redeemed, captured] = await Promise.all([
      block(customer),
      send(),
      capture(id),
      login(customer),
    ])
    expect(stopped.status).toBe(204)
    expect([201, 401, 403]).toContain(redeemed.status)
    expect([200, 403]).toContain(captured.status)
    const bought = redeemed.status === 201 ? 1 : 0
    const used = captured.status === 200 ? 40 : 0
    expect(await stateOf(customer)).toEqual({
      amount: 100 - bought * 30 - used,
      held: 0,
      vouchers: bought,
      sessions: 0,
    })
  }
  expect((await audit(database, world.now())).differences).toEqual([])
})
