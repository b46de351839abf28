import { describe, expect, test } from 'vitest'

import { asCustomer, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import type { NoticeChoice, NoticePreferences } from '#contract/notification.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world

type Person = { id: string; headers: Record<string, string> }

async function preferences({ headers }: Person): Promise<NoticePreferences> {
  const answer = await call('GET /notification/preferences', { headers })
  expect(answer.status).toBe(200)
  return answer.body as NoticePreferences
}

function choose({ headers }: Person, body: NoticeChoice) {
  return call('PUT /notification/preferences', { headers, body })
}

function stored({ id }: Person): Promise<object[]> {
  return rows(
    database,
    sql`select kind, channel, is_on from notice_preference where customer_id = ${id}`,
  )
}

describe('the preferences of notices', () => {
  test('the preferences of notices are the defaults until the customer chooses: no mail per purchase [D21]', async () => {
    const customer = await world.confirmed(cafe)
    expect(await preferences(customer)).toEqual({
      has_confirmed_email: true,
      opt_in_marketing: false,
      push: { public_key: expect.stringMatching(/^B[\w-]{86}$/), is_subscribed: false },
      kinds: [
        { kind: 'points_received', is_marketing: false, mail: false, push: true },
        { kind: 'points_expiring', is_marketing: false, mail: true, push: true },
        { kind: 'voucher_issued', is_marketing: false, mail: true, push: true },
        { kind: 'voucher_expiring', is_marketing: false, mail: true, push: true },
        { kind: 'level_changed', is_marketing: false, mail: true, push: true },
        { kind: 'promotion_credited', is_marketing: true, mail: true, push: true },
      ],
    })
  })

  test('the preferences of notices say if the email is not confirmed [D21]', async () => {
    expect(await preferences(await world.registered(cafe))).toMatchObject({
      has_confirmed_email: false,
    })
  })

  test('reading preferences of notices gives a session no reference: only a subscription does [D21]', async () => {
    const customer = await world.registered(cafe)
    const { headers } = customer
    await rows(
      database,
      sql`update session set session_ref = null where company_id = ${cafe.id} and customer_id = ${customer.id}`,
    )
    const references = () =>
      rows<{ session_ref: Buffer | null }>(
        database,
        sql`select session_ref from session where company_id = ${cafe.id} and customer_id = ${customer.id}`,
      )
    const isSubscribed = async () => (await preferences(customer)).push?.is_subscribed
    expect(await isSubscribed()).toBe(false)
    expect((await call('DELETE /notification/subscription', { headers })).status).toBe(204)
    expect(await references()).toEqual([{ session_ref: null }])
    const keys = { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
    const body = { endpoint: 'https://push.example/leitura', keys }
    expect((await call('POST /notification/subscription', { headers, body })).status).toBe(204)
    expect(await references()).toEqual([{ session_ref: expect.any(Buffer) }])
    expect(await isSubscribed()).toBe(true)
    expect((await call('DELETE /notification/subscription', { headers })).status).toBe(204)
    expect(await isSubscribed()).toBe(false)
  })

  test('the preferences of notices change for one kind in one channel, and for this customer only [D21]', async () => {
    const [customer, other] = [await world.registered(cafe), await world.registered(cafe)]
    const before = await preferences(other)
    const answer = await choose(customer, { kind: 'level_changed', channel: 'mail', is_on: false })
    const expected = before.kinds.map((one) =>
      one.kind === 'level_changed' ? { ...one, mail: false } : one,
    )
    expect(answer).toMatchObject({ status: 200, body: { kinds: expected } })
    expect(await preferences(customer)).toEqual(answer.body)
    expect(await preferences(other)).toEqual(before)
    await choose(customer, { kind: 'level_changed', channel: 'mail', is_on: true })
    expect((await preferences(customer)).kinds).toEqual(before.kinds)
  })

  test('marketing notices cannot be switched on without the customer’s consent [D21]', async () => {
    const customer = await world.registered(cafe)
    const choice = { kind: 'promotion_credited', channel: 'push', is_on: true } as const
    expect(errorOf(await choose(customer, choice))).toMatchObject({
      status: 422,
      type: 'marketing_consent_required',
    })
    expect(await stored(customer)).toEqual([])
    expect((await choose(customer, { ...choice, is_on: false })).status).toBe(200)
    const willing = await world.registered(cafe, { opt_in_marketing: true })
    expect((await choose(willing, choice)).status).toBe(200)
    expect(await stored(willing)).toEqual([choice])
  })

  test('the preferences of notices refuse a token of another company, and change nothing [D2]', async () => {
    const customer = await world.registered(cafe)
    const foreign = { id: customer.id, headers: asCustomer(posto, customer.token) }
    const read = await call('GET /notification/preferences', { headers: foreign.headers })
    expect(errorOf(read)).toEqual({ status: 401, type: 'unauthenticated' })
    const choice = { kind: 'level_changed', channel: 'mail', is_on: false } as const
    expect(errorOf(await choose(foreign, choice))).toEqual({ status: 401, type: 'unauthenticated' })
    expect(await stored(customer)).toEqual([])
  })

  test('preferences of notices stay with a customer who takes over a pre-registered record [D3]', async () => {
    const customer = await world.registered(cafe)
    await choose(customer, { kind: 'level_changed', channel: 'mail', is_on: false })
    const heir = await world.registered(cafe)
    await rows(database, sql`select move_notifications(${cafe.id}, ${customer.id}, ${heir.id})`)
    expect(await stored(heir)).toEqual([{ kind: 'level_changed', channel: 'mail', is_on: false }])
    expect(await stored(customer)).toEqual([])
  })
})
