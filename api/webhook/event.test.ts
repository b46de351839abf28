import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { expireIntentions } from '#api/intention/expire.ts'
import { writeNotices } from '#api/notification/expiry/notices.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld, sale } from '#api/testing/worlds/world.ts'
import type { Intention } from '#contract/intention.ts'
import type { Notifications } from '#contract/notification.ts'
import type { Voucher } from '#contract/voucher.ts'
import { WebhookEvent } from '#contract/webhook.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { call, database } = world

const shop = await world.createCompany('clube', {
  settings: { levels_system: 'LOOKBACK', update_lookback: 365 },
  levels: [
    { name: 'Bronze', trigger_amount: 0 },
    { name: 'Prata', trigger_amount: 150, multiplier: 2 },
  ],
  prizes: [{ key: 'cafe', name: 'Café', value: 10, expires_in: 7 }],
  promotions: [
    {
      code: 'VOLTE',
      name: 'Volte sempre',
      starts_at: '2026-01-01',
      ends_at: '2026-12-31',

      action: { GENERATE_POINTS: { amount: 30 } },
    },
  ],
  webhooks: [{ url: 'https://clube.exemplo.com.br/fiel' }],
})
const till = asPartner(shop)

/** The webhook events, oldest first, each checked against the contract. */
async function events(): Promise<WebhookEvent[]> {
  const sent = await rows<{ type: string; timestamp: string; data: object }>(
    database,
    sql`select type, created_at as timestamp, data from webhook_event where company_id = ${shop.id} order by id`,
  )
  return sent.map((one) => WebhookEvent.parse(one))
}

/** The customer's notifications, oldest first. */
async function bell(headers: Record<string, string>): Promise<Notifications['notifications']> {
  const answer = await call('GET /notification', { headers })
  expect(answer.status).toBe(200)
  return (answer.body as Notifications).notifications.toReversed()
}

async function charge(document: string, points_amount: number): Promise<Intention> {
  const body = { ...sale(document), points_amount }
  const answer = await call('POST /partner/points/intention', { headers: till, body })
  expect(answer.status).toBe(201)
  return answer.body as Intention
}

type Customer = { document: string; headers: Record<string, string> }

async function redeem({ document, headers }: Customer) {
  const [{ id: prize_id }] = (await call('GET /prize', { headers })).body as [{ id: string }]
  const products = [{ prize_id, quantity: 1 }]
  const body = { customer_document: document, products }
  const [voucher] = (await call('POST /voucher/generate', { headers, body })).body as [Voucher]
  return { voucher, prize_id }
}

/** The till takes the points of a first intention; the customer declines a second one. */
async function captureAndDecline({ document, headers }: Customer): Promise<void> {
  const confirmed = await charge(document, 10)
  await call('POST /points/intention/{id}/confirm', { headers, params: { id: confirmed.id } })
  await call('POST /partner/points/intention/{id}/capture', {
    headers: till,
    params: { id: confirmed.id },
    body: {},
  })
  const declined = await charge(document, 10)
  await call('DELETE /points/intention/{id}', { headers, params: { id: declined.id } })
}

test('a customer’s steps create the listed webhook events and notifications, each once [D3 D11]', async () => {
  const { id: customer_id, document, email, headers } = await world.registered(shop)
  await world.generate(shop, sale(document))
  const token = await world.mailedToken(shop, { id: customer_id, email }, 'CONFIRMATION')
  await call('POST /customer/email-confirmation', { headers, body: { token } })
  const activated = await call('POST /promotion/{code}/activate', {
    headers,
    params: { code: 'volte' },
  })
  expect(activated.status).toBeLessThan(300)
  // 130 points and then 30 more exceed 150, so the next sale counts twice.
  await world.generate(shop, sale(document, { purchase_value: 3_000 }))
  const twice = await world.generate(shop, sale(document, { purchase_value: 1_000 }))
  expect(twice.body).toMatchObject({ points_amount: 20, calculation: { multiplier: 2 } })

  const { voucher, prize_id } = await redeem({ document, headers })
  await call('POST /partner/voucher/{code}/withdraw', {
    headers: till,
    params: { code: voucher.code },
    body: { subsidiary_name: 'Loja 1' },
  })

  await captureAndDecline({ document, headers })
  world.moveClock('2026-11-20T16:00:00Z')
  const late = await charge(document, 10)
  world.moveClock('2026-11-20T17:00:00Z')
  await expireIntentions(database, world.now())

  const sent = await events()
  expect(sent.map(({ type }) => type)).toEqual([
    'customer.created',
    'points.generated',
    'level.changed',
    'points.generated',
    'points.generated',
    'level.changed',
    'points.generated',
    'voucher.issued',
    'voucher.withdrawn',
    'intention.authorized',
    'intention.declined',
    'intention.expired',
  ])
  expect(sent.find(({ type }) => type === 'voucher.withdrawn')!.data).toEqual({
    id: voucher.id,
    customer_id,
    prize_id,
    prize_name: 'Café',
    points_amount: 10,
    expires_at: '2026-11-27',
    subsidiary_name: 'Loja 1',
  })
  expect(JSON.stringify(sent)).not.toContain(voucher.code)
  expect(JSON.stringify(sent)).not.toContain(document)

  const shown = await bell(headers)
  expect(
    shown.map(({ type, data }) => ('status' in data ? `${type} ${data.status}` : type)),
  ).toEqual([
    'points_received',
    'level_changed',
    'promotion_credited',
    'points_received',
    'level_changed',
    'points_received',
    'voucher_issued',
    'intention_ended CAPTURED',
    'intention_ended DECLINED',
    'intention_ended EXPIRED',
  ])
  expect(shown.at(-1)!.data).toMatchObject({ intention_id: late.id, points_amount: 10 })
})

test('a customer is notified 6 days and 1 day before a voucher’s last day, once each [D11]', async () => {
  const { document, headers } = await world.registered(shop)
  await world.generate(shop, sale(document))
  await redeem({ document, headers })
  for (const day of ['2026-11-21', '2026-11-22', '2026-11-26', '2026-11-27', '2026-11-28']) {
    world.moveClock(`${day}T12:00:00Z`)
    await writeNotices(database, world.now())
  }
  const sent = (await bell(headers)).filter(({ type }) => type === 'voucher_expiring')
  expect(sent.map(({ data }) => data)).toMatchObject([
    { prize_name: 'Café', days: 6 },
    { prize_name: 'Café', days: 1 },
  ])
})

test('points that staff gives or takes by hand, and their undoing, create no points event [D3 D15]', async () => {
  const { id: customer_id } = await world.confirmed(shop, 10)
  const { headers } = await staffOf(world, shop, 'attendant')
  const pointsEvents = async () => (await events()).filter(({ type }) => type.startsWith('points.'))
  const before = await pointsEvents()
  for (const points_amount of [20, -5]) {
    const body = { points_amount, reason: 'Cortesia', key: randomUUID() }
    const params = { id: customer_id }
    const made = await call('POST /admin/customer/{id}/adjustment', { headers, params, body })
    expect(made.status, made.text).toBe(201)
    const { id } = made.body as { id: string }
    const undone = await call('POST /admin/adjustment/{id}/undo', { headers, params: { id } })
    expect(undone.status, undone.text).toBe(201)
  }
  expect(await pointsEvents()).toEqual(before)
})
