import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createWorld, newCpf, errorOf, sale } from '#api/testing/worlds/world.ts'
import {
  Notification,
  notificationTypes,
  type Notifications,
  type NotificationType,
} from '#contract/notification.ts'
import { row, rows, sql } from '#database/sql.ts'

import { purgeNotifications } from './purge.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world

type Person = { id: string; headers: Record<string, string> }

async function bell({ headers }: Person, query: Record<string, string | number> = {}) {
  const answer = await call('GET /notification', { headers, query })
  expect(answer.status).toBe(200)
  return { ...(answer.body as Notifications), link: answer.headers['link'] }
}

function read({ headers }: Person, up_to: string) {
  return call('POST /notification/read', { headers, body: { up_to } })
}

async function notify({ id }: Person, type: NotificationType, data: object, company = cafe) {
  await row(
    database,
    sql`select add_notices(${company.id}, array[row(${id}, ${type}, ${data}, ${world.now()})::notice])`,
  )
}

function promotion(points_amount: number) {
  return { promotion_name: 'Aniversário', points_amount, points_value: points_amount }
}

/** One notification of each type, as the engine writes it. */
const examples: { [type in NotificationType]: object } = {
  points_received: {
    record_id: randomUUID(),
    subsidiary_name: 'Loja 1',
    points_amount: 100,
    points_value: 100,
  },
  level_changed: { level_name: 'Ouro', previous_level_name: null, is_rise: true },
  points_expiring: { points_amount: 10, points_value: 10, expires_at: '2026-12-20', days: 30 },
  voucher_expiring: {
    voucher_id: randomUUID(),
    prize_name: 'Café',
    expires_at: '2026-12-20',
    days: 7,
  },
  voucher_issued: { voucher_id: randomUUID(), prize_name: 'Café', expires_at: null },
  intention_ended: {
    intention_id: randomUUID(),
    status: 'EXPIRED',
    subsidiary_name: 'Loja 1',
    points_amount: 50,
    points_value: 50,
  },
  promotion_credited: promotion(20),
  points_adjusted: { points_amount: -20, points_value: -20 },
}

describe('GET /notification', () => {
  test('a sale with points writes one notification; a repeat or a sale without points writes none [D11]', async () => {
    const customer = await world.registered(cafe)
    const sold = sale(customer.document)
    const { body } = await world.generate(cafe, sold)
    await world.generate(cafe, sold)
    await world.generate(cafe, sale(customer.document, { purchase_value: 1 }))
    expect(await bell(customer)).toEqual({
      unread_count: 1,
      notifications: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          type: 'points_received',
          data: {
            record_id: (body as { id: string }).id,
            subsidiary_name: 'Loja 1',
            points_amount: 100,
            points_value: 100,
          },
          created_at: '2026-11-20T15:00:00.000Z',
          read_at: null,
        },
      ],
      link: undefined,
    })
  })

  test.each(notificationTypes)(
    'GET /notification returns the type %s in the contract’s form [D11]',
    async (type) => {
      const customer = await world.registered(cafe)
      await notify(customer, type, examples[type])
      const { notifications } = await bell(customer)
      expect(notifications).toMatchObject([{ type, data: examples[type] }])
      expect(Notification.parse(notifications[0])).toEqual(notifications[0])
    },
  )

  test('GET /notification pages newest first, each once; the unread count stops at 100 [D2]', async () => {
    const customer = await world.registered(cafe)
    expect(await bell(customer)).toEqual({ unread_count: 0, notifications: [], link: undefined })
    for (let amount = 1; amount <= 7; amount += 1) {
      await notify(customer, 'promotion_credited', promotion(amount))
    }
    const received: unknown[] = []
    let query: Record<string, string> = { per_page: '3' }
    for (;;) {
      const { notifications, unread_count, link } = await bell(customer, query)
      expect(unread_count).toBe(7)
      received.push(
        ...notifications.map(({ data }) => 'points_amount' in data && data.points_amount),
      )
      const next = /<\/api\/notification\?(.*)>; rel="next"/.exec(link ?? '')
      if (!next) break
      query = Object.fromEntries(new URLSearchParams(next[1]))
    }
    expect(received).toEqual([7, 6, 5, 4, 3, 2, 1])

    await rows(
      database,
      sql`select add_notices(${cafe.id}, array_fill(
                   row(${customer.id}, 'promotion_credited', ${promotion(1)}, ${world.now()})::notice, array[150]))`,
    )
    expect(await bell(customer)).toMatchObject({ unread_count: 100 })
  })

  test('GET /notification returns to a customer only their own notifications [T4]', async () => {
    const [ana, bia] = [await world.registered(cafe), await world.registered(cafe)]
    const carla = await world.registered(posto)
    await notify(ana, 'promotion_credited', promotion(1))
    await notify(carla, 'promotion_credited', promotion(2), posto)
    expect((await bell(ana)).notifications).toMatchObject([{ data: { points_amount: 1 } }])
    expect((await bell(carla)).notifications).toMatchObject([{ data: { points_amount: 2 } }])
    expect(await bell(bia)).toMatchObject({ unread_count: 0, notifications: [] })
    // A cursor from another customer only marks a point in time.
    const { id } = (await bell(carla)).notifications[0]!
    expect(await bell(bia, { before: id })).toMatchObject({ notifications: [] })
  })

  test.each([
    ['before', 'x'],
    ['before', 7],
    ['per_page', 0],
    ['per_page', 5_001],
    ['per_page', 1.5],
    ['page', 2],
  ])('GET /notification refuses %s=%s and names the parameter [R5.11]', async (name, value) => {
    const { headers } = await world.registered(cafe)
    const answer = await call('GET /notification', { headers, query: { [name]: value } })
    expect(errorOf(answer)).toMatchObject({
      status: 422,
      type: 'validation',
      fields: { [name]: [expect.any(String)] },
    })
  })
})

describe('POST /notification/read', () => {
  test('POST /notification/read marks a notification and all older ones; newer ones stay unread [D11]', async () => {
    const customer = await world.registered(cafe)
    for (const amount of [1, 2, 3]) await notify(customer, 'promotion_credited', promotion(amount))
    const [, second, first] = (await bell(customer)).notifications
    expect(await read(customer, second!.id)).toMatchObject({ status: 204, text: '' })
    const after = await bell(customer)
    expect(after.unread_count).toBe(1)
    const at = world.now().toISOString()
    expect(after.notifications.map(({ read_at }) => read_at)).toEqual([null, at, at])

    world.moveClock('2026-11-20T16:00:00Z')
    expect((await read(customer, first!.id)).status).toBe(204)
    expect(await bell(customer)).toEqual(after)
    await read(customer, after.notifications[0]!.id)
    expect(await bell(customer)).toMatchObject({ unread_count: 0 })
    world.moveClock('2026-11-20T15:00:00Z')
  })

  test('POST /notification/read without a notification marks all of the customer’s as read [D2]', async () => {
    const [customer, other] = [await world.registered(cafe), await world.registered(cafe)]
    for (const who of [customer, customer, other]) {
      await notify(who, 'promotion_credited', promotion(1))
    }
    const readAll = (body?: object) =>
      call('POST /notification/read', { headers: customer.headers, ...(body && { body }) })
    expect(await readAll()).toMatchObject({ status: 204, text: '' })
    expect(await bell(customer)).toMatchObject({ unread_count: 0 })
    expect(await bell(other)).toMatchObject({ unread_count: 1 })
    expect((await readAll({})).status).toBe(204)
  })

  test('an unknown notification and another customer’s get the same not_found when marked as read [T3 T4]', async () => {
    const [ana, bia] = [await world.registered(cafe), await world.registered(cafe)]
    const carla = await world.registered(posto)
    await notify(ana, 'promotion_credited', promotion(1))
    await notify(bia, 'promotion_credited', promotion(2))
    await notify(carla, 'promotion_credited', promotion(3), posto)
    const ids = await Promise.all(
      [bia, carla].map(async (other) => (await bell(other)).notifications[0]!.id),
    )
    for (const id of [...ids, randomUUID()]) {
      expect(errorOf(await read(ana, id))).toEqual({ status: 404, type: 'not_found' })
    }
    for (const person of [ana, bia, carla]) {
      expect(await bell(person)).toMatchObject({ unread_count: 1 })
    }
  })
})

test('a customer who claims a pre-registration keeps the notifications of both records [D3]', async () => {
  const document = newCpf()
  await world.generate(cafe, sale(document))
  const person = await world.registered(cafe)
  await rows(
    database,
    sql`update customer set document = null where company_id = ${cafe.id} and id = ${person.id}`,
  )
  await notify(person, 'level_changed', examples.level_changed)
  const changed = await call('PUT /customer', { headers: person.headers, body: { document } })
  expect(changed.status).toBe(200)
  const { notifications } = await bell(person)
  expect(notifications.map(({ type }) => type)).toEqual(['level_changed', 'points_received'])
})

test('the purge deletes all notifications older than a year', async () => {
  const customer = await world.registered(cafe)
  await rows(
    database,
    sql`select add_notices(${cafe.id}, array_fill(
                 row(${customer.id}, 'promotion_credited', ${promotion(1)},
                     ${world.now()}::timestamptz - make_interval(days => 366))::notice, array[2500]))`,
  )
  await notify(customer, 'promotion_credited', promotion(2))
  await purgeNotifications(database, world.now())
  const { notifications } = await bell(customer)
  expect(notifications).toMatchObject([{ data: { points_amount: 2 } }])
})
