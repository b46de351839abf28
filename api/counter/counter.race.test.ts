/** Two people at counters, one customer, and queues that are sent twice (D15). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { CountedSale } from '#contract/console/counter.ts'
import type { TillIntention } from '#contract/intention.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, call, database } = world
const staff = await Promise.all([
  staffOf(world, cafe, 'cashier', { name: 'Rui Lima' }),
  staffOf(world, cafe, 'cashier', { name: 'Eva Reis' }),
])

function sell(customer: object, external_id: string, by: number) {
  return call('POST /admin/counter/sale', {
    headers: staff[by % 2]!.headers,
    body: { shop: 'cafe', customer, purchase_value: 1_000, external_id },
  })
}

function actsOn(id: string) {
  return row<{ acts: number; entries: number }>(
    database,
    sql`select (select count(*)
                  from points_record
                  join counter_act using (company_id, id)
                 where customer_id = ${id}) as acts,
               (select count(*) from audit_entry where subject = ${id}) as entries`,
  )
}

async function balanceOf(id: string): Promise<number> {
  const found = await row<{ amount: number }>(
    database,
    sql`select amount from balance where company_id = ${cafe.id} and customer_id = ${id}`,
  )
  return found!.amount
}

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

const range = (length: number) => Array.from({ length }, (_, at) => at)

test('all sales of two cashiers and a till to one customer count, each once [D15 I1]', async () => {
  const customer = await world.confirmed(cafe)
  const answers = await Promise.all(
    range(24).map((n) =>
      n % 3 === 2
        ? world.generate(cafe, sale(customer.document, { purchase_value: 1_000 }))
        : sell({ id: customer.id }, randomUUID(), n),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await balanceOf(customer.id)).toBe(240)
  expect(await actsOn(customer.id)).toEqual({ acts: 16, entries: 16 })
  await auditIsClean()
})

test('two tabs that send the same queue at once record each sale once [D15 I5]', async () => {
  const document = newCpf()
  const queue = range(5).map(() => randomUUID())
  const send = (id: string) => sell({ document }, id, 0)
  const tabs = await Promise.all([...queue, ...queue, ...queue.toReversed()].map(send))
  expect(new Set(tabs.map(({ status }) => status))).toEqual(new Set([201]))
  const made = tabs.map(({ body }) => body as CountedSale)
  expect(new Set(made.map(({ id }) => id)).size).toBe(5)
  const { customer_id } = made[0]!
  expect(await balanceOf(customer_id)).toBe(50)
  expect(await actsOn(customer_id)).toEqual({ acts: 5, entries: 5 })
  await auditIsClean()
})

test('two cashiers cannot spend the same points: one request opens, and its capture is one [D15 I5]', async () => {
  const customer = await world.confirmed(cafe, 100)
  const ask = (by: number) =>
    call('POST /admin/counter/intention', {
      headers: staff[by]!.headers,
      body: {
        shop: 'cafe',
        customer: { id: customer.id },
        purchase_value: 1_000,
        points_amount: 100,
        external_id: randomUUID(),
      },
    })
  const answers = await Promise.all([ask(0), ask(1)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const by = answers.findIndex(({ status }) => status === 201)
  const { id } = answers[by]!.body as TillIntention
  const { headers } = customer
  await call('POST /points/intention/{id}/confirm', { headers, params: { id } })
  const captures = await Promise.all(
    range(6).map(() =>
      call('POST /admin/counter/intention/{id}/capture', {
        headers: staff[by]!.headers,
        params: { id },
        body: { shop: 'cafe' },
      }),
    ),
  )
  expect(new Set(captures.map(({ text }) => text)).size).toBe(1)
  // All points were used; R$ 9,00 were paid and earned 9.
  expect(await balanceOf(customer.id)).toBe(9)
  // The request, and the sale with points.
  expect(await actsOn(customer.id)).toMatchObject({ entries: 2 })
  await auditIsClean()
})

test('a sale that waits for a removal of its cashier is refused and records nothing [D15]', async () => {
  const gone = await staffOf(world, cafe, 'cashier')
  const customer = await world.confirmed(cafe)
  const { answering } = await transaction(database, async (connection) => {
    await rows(
      connection,
      sql`update staff set left_at = ${world.now()} where company_id = ${cafe.id} and id = ${gone.id}`,
    )
    const answering = call('POST /admin/counter/sale', {
      headers: gone.headers,
      body: {
        shop: 'cafe',
        customer: { id: customer.id },
        purchase_value: 1_000,
        external_id: randomUUID(),
      },
    })
    await somebodyWaits(database)
    return { answering }
  })
  expect(errorOf(await answering).type).toBe('unauthenticated')
  expect(await actsOn(customer.id)).toEqual({ acts: 0, entries: 0 })
})

test('first calls of one person in a shop at once make one key [D15]', async () => {
  const lia = await staffOf(world, cafe, 'cashier')
  const body = { shop: 'cafe', customer: { document: newCpf() }, purchase_value: 1_000 }
  const answers = await Promise.all(
    range(6).map((n) =>
      n % 2 === 0
        ? call('POST /admin/counter/preview', { headers: lia.headers, body })
        : call('POST /admin/counter/sale', {
            headers: lia.headers,
            body: { ...body, external_id: randomUUID() },
          }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]))
  const keys = await rows(
    database,
    sql`select id from partner_key where company_id = ${cafe.id} and staff_id = ${lia.id}`,
  )
  expect(keys).toHaveLength(1)
})

test('returns of an absorbed account wait for sales to the staying one [D15 D4]', async () => {
  const [staying, absorbed] = [await world.confirmed(cafe), await world.confirmed(cafe)]
  const sold = await sell({ id: absorbed.id }, randomUUID(), 0)
  const { headers } = await staffOf(world, cafe, 'manager')
  const merged = await call('POST /admin/customer/{id}/merge', {
    headers,
    params: { id: staying.id },
    body: { absorbed_id: absorbed.id, proof: 'receipts', key: randomUUID() },
  })
  expect(merged.status).toBe(201)
  const { id } = sold.body as CountedSale
  const answers = await Promise.all(
    range(12).map((n) =>
      n % 2 === 0
        ? sell({ id: staying.id }, randomUUID(), n)
        : call('POST /admin/counter/record/{id}/return', {
            headers: staff[0].headers,
            params: { id },
            body: { shop: 'cafe', external_id: randomUUID(), returned_value: 100 },
          }),
    ),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(await balanceOf(staying.id)).toBe(64)
  await auditIsClean()
})
