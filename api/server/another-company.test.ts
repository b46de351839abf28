/**
 * A company's rows do not exist for another company. The tests call each endpoint that names a row. The credential is valid
 * and of one company (café); the id, code or contact is of a row of another (posto).
 */

import { describe, expect, test } from 'vitest'

import { issueStaffLink } from '#api/staff/link.ts'
import { walletSettings, walletTexts } from '#api/testing/fakes/wallet-credential.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { adjust } from '#api/testing/worlds/movement.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { validBody, validRequest } from '#api/testing/worlds/valid-request.ts'
import { asPartner, createWorld, errorOf, sale, type Sent } from '#api/testing/worlds/world.ts'
import {
  type EndpointKey,
  endpoints,
  isAdminKey,
  type ResponseOf,
} from '#contract/endpoints/endpoints.ts'
import { errorCodes, type ErrorCode } from '#contract/error.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, call, database } = world
// Both companies have wallet credentials, so that only the voucher decides.
await world.createCompany('cafe', { settings: walletSettings }, {}, walletTexts())
const posto = await world.createCompany('outra', {
  webhooks: [{ url: 'https://outra.example/eventos' }],
  prizes: [{ key: 'um', name: 'Um', value: 10, stock: 100 }],
  promotions: [
    {
      code: 'OUTRA',
      name: 'Outra',
      starts_at: '2026-01-01',
      ends_at: '2027-01-01',
      action: { GENERATE_POINTS: { amount: 5 } },
    },
  ],
})
const ana = await world.confirmed(cafe, 100)
const rui = await world.confirmed(posto, 1000)
const { headers } = rui
const till = asPartner(posto)

/** The answer to a call that must succeed. */
async function answerOf<Key extends EndpointKey>(key: Key, sent: Sent): Promise<ResponseOf<Key>> {
  const answer = await call(key, sent)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body as ResponseOf<Key>
}

const [prize] = await answerOf('GET /prize', { headers })
const [voucher] = await answerOf('POST /voucher/generate', {
  headers,
  body: {
    customer_document: rui.document,
    products: [{ prize_id: prize!.id, quantity: 1 }],
  },
})
const [record] = await answerOf('GET /points', { headers })
const intention = await answerOf('POST /partner/points/intention', {
  headers: till,
  body: sale(rui.document, { points_amount: 10 }),
})
const [session] = await answerOf('GET /customer/session', { headers })
const { token: integrationCode } = await answerOf('GET /customer/generate-integration-token', {
  headers,
})
const { notifications } = await answerOf('GET /notification', { headers })
const [rule] = await answerOf('GET /partner/calculation-rule', { headers: till })
const token = await world.mailedToken(posto, rui, 'LOGIN')
const resetToken = await world.mailedToken(posto, rui, 'PASSWORD')
const confirmationToken = await world.mailedToken(posto, rui, 'CONFIRMATION')

const { document } = rui
const id = { params: { id: intention.id } }
const voucherCode = { params: { code: voucher!.code } }
const prizeId = { params: { id: prize!.id } }
const offer = { params: { code: 'OUTRA' } }
const agreement = { params: { user_id: rui.id } }

const owner = await staffOf(world, cafe)
// The first call at a counter makes the key of the person and the shop.
await answerOf('POST /admin/counter/preview', {
  headers: owner.headers,
  body: validBody('POST /admin/counter/preview', ana),
})
/** The ids of rows of the other company's console. */
const foreign = await consoleRows()
const staffId = { params: { id: foreign.staff_id } }
const requestId = { params: { id: foreign.request_id } }
const keyId = { params: { id: foreign.key_id } }
const webhookId = { params: { id: foreign.webhook_id } }
const customerId = { params: { id: rui.id } }
const imported = await answerOf('POST /admin/import', {
  headers: (await staffOf(world, posto)).headers,
  body: validBody('POST /admin/import', rui),
})
const importId = { params: { id: imported.id } }
/** A record of the other company that staff there could undo. */
const adjustment = await adjust(world, posto, rui, 5)
/** A merge of the other company that staff there could undo. */
const merge = await answerOf('POST /admin/customer/{id}/merge', {
  headers: (await staffOf(world, posto)).headers,
  params: { id: (await world.registered(posto)).id },
  body: {
    ...validBody('POST /admin/customer/{id}/merge', rui),
    absorbed_id: (await world.registered(posto)).id,
  },
})
const askedId = await askedAdjustment()
const reviewId = await openReview()
const [invitationToken, passwordToken] = await Promise.all(
  (
    [
      [foreign.invited_id, 'INVITATION'],
      [foreign.staff_id, 'PASSWORD'],
    ] as const
  ).map(async ([staff_id, purpose]) => {
    const person = { company_id: posto.id, staff_id }
    const link = await issueStaffLink(database, person, purpose, world.now())
    return link!.split('=')[1]!
  }),
)

/** An adjustment that waits for a second person of the other company. */
async function askedAdjustment(): Promise<string> {
  const { id: staff_id } = await staffOf(world, posto)
  const asked = await row<{ id: string }>(
    database,
    sql`insert into adjustment_request (
          company_id, id, customer_id, staff_id, points_amount, reason, asked_at, expires_at)
        values (${posto.id}, ${crypto.randomUUID()}, ${rui.id}, ${staff_id}, 600, 'Cortesia', ${world.now()},
                ${world.now()}::timestamptz + interval '7 days')
        returning id`,
  )
  return asked!.id
}

/** An open item that staff of the other company could close. */
async function openReview(): Promise<string> {
  const item = await row<{ id: string }>(
    database,
    sql`insert into review_item (company_id, kind, subject, day, events, first_at, last_at)
        values (${posto.id}, 'many_sales', ${rui.id}, '2026-11-20', 10, ${world.now()}, ${world.now()})
        returning id`,
  )
  return item!.id
}

async function consoleRows() {
  const rita = await staffOf(world, posto)
  const now = world.now()
  const found = await row<Record<string, string>>(
    database,
    sql`with version as (
          insert into programme_version (company_id, version, document, images, source, published_at)
          values (${posto.id}, 1, '{}', '{}', 'file', ${now})
          on conflict (company_id, version) do update set published_at = excluded.published_at
          returning company_id, version),
        request as (
          insert into programme_request (company_id, staff_id, state, document, base_version, asked_at)
          select company_id, ${rita.id}, 'WAITING', '{}', version, ${now}
            from version
          returning id),
        invited as (
          insert into staff (company_id, email, name, role, invited_at, created_at)
          values (${posto.id}, 'convidado@outra.example', 'Convidado', 'cashier', ${now}, ${now})
          returning id),
        passkey as (
          insert into staff_passkey (company_id, staff_id, name, credential_id, public_key, counter, created_at)
          values (${posto.id}, ${rita.id}, 'Celular', 'AAAA', '', 0, ${now})
          returning id)
        select ${rita.id} as staff_id, request.id as request_id, invited.id as invited_id, passkey.id as passkey_id,
               (select id from staff_session where company_id = ${posto.id} limit 1) as session_id,
               (select id from partner_key where company_id = ${posto.id} limit 1) as key_id,
               (select id from webhook_endpoint where company_id = ${posto.id} limit 1) as webhook_id,
               (select id from webhook_event where company_id = ${posto.id} limit 1) as event_id
          from request, invited, passkey`,
  )
  return found as {
    [
      name in
        | 'staff_id'
        | 'request_id'
        | 'invited_id'
        | 'passkey_id'
        | 'session_id'
        | 'key_id'
        | 'webhook_id'
        | 'event_id'
    ]: string
  }
}

/** By endpoint: a request that names a row of the other company, and the error code that it must get. */
const calls: { [key in EndpointKey]?: [Sent, ErrorCode] } = {
  'GET /prize/{id}': [prizeId, 'not_found'],
  'PUT /prize/{id}/favorite': [prizeId, 'not_found'],
  'DELETE /prize/{id}/favorite': [prizeId, 'not_found'],
  'POST /voucher/generate': [
    { body: { customer_document: ana.document, products: [{ prize_id: prize!.id, quantity: 1 }] } },
    'not_found',
  ],
  'GET /voucher/{id}': [{ params: { id: voucher!.id } }, 'not_found'],
  'GET /partner/voucher/{code}': [voucherCode, 'voucher_not_found'],
  'POST /partner/voucher/{code}/withdraw': [voucherCode, 'voucher_not_found'],
  'POST /partner/voucher/{code}/cancel': [voucherCode, 'voucher_not_found'],
  'GET /points/intention/{id}': [id, 'not_found'],
  'POST /points/intention/{id}/confirm': [id, 'not_found'],
  'DELETE /points/intention/{id}': [id, 'not_found'],
  'GET /partner/points/intention/{id}': [id, 'not_found'],
  'POST /partner/points/intention/{id}/capture': [id, 'not_found'],
  'DELETE /partner/points/intention/{id}': [id, 'not_found'],
  'POST /partner/points/intention': [
    { body: sale(document, { points_amount: 1 }) },
    'customer_not_found',
  ],
  'POST /partner/points/{id}/reverse': [{ params: { id: record!.id } }, 'not_found'],
  'POST /partner/points/generate': [
    { body: sale('', { customer: { email: rui.email } }) },
    'customer_not_found',
  ],
  'POST /partner/points/simulate': [
    { body: sale(document, { calculation_rule_id: rule!.id }) },
    'unknown_calculation_rule',
  ],
  'GET /partner/customer': [{ query: { document } }, 'customer_not_found'],
  'POST /partner/integration-token': [{ body: { code: integrationCode } }, 'expired_token'],
  'GET /promotion/{code}': [offer, 'promotion_not_found'],
  'POST /promotion/{code}/activate': [offer, 'promotion_not_found'],
  'POST /notification/read': [{ body: { up_to: notifications[0]!.id } }, 'not_found'],
  'DELETE /customer/session/{id}': [{ params: { id: session!.id } }, 'not_found'],
  'GET /wallet/{wallet}/voucher/{id}': [
    { params: { wallet: 'apple', id: voucher!.id } },
    'not_found',
  ],
  'POST /customer/{user_id}/cookies-agreement': [agreement, 'forbidden'],
  'DELETE /customer/{user_id}/cookies-agreement': [agreement, 'forbidden'],
  'DELETE /admin/session/{id}': [{ params: { id: foreign.session_id } }, 'not_found'],
  'DELETE /admin/factor/passkey/{id}': [{ params: { id: foreign.passkey_id } }, 'not_found'],
  'PUT /admin/staff/{id}': [staffId, 'not_found'],
  'POST /admin/staff/{id}/invitation': [{ params: { id: foreign.invited_id } }, 'not_found'],
  'DELETE /admin/staff/{id}': [staffId, 'not_found'],
  'POST /admin/invitation': [{ body: { token: invitationToken } }, 'expired_token'],
  'POST /admin/invitation/accept': [
    { body: { ...validBody('POST /admin/invitation/accept', ana), token: invitationToken } },
    'expired_token',
  ],
  'POST /admin/password-reset': [
    { body: { ...validBody('POST /admin/password-reset', ana), token: passwordToken } },
    'expired_token',
  ],
  'POST /admin/programme/request/{id}/approve': [requestId, 'not_found'],
  'DELETE /admin/programme/request/{id}': [requestId, 'not_found'],
  'PUT /admin/key/{id}': [keyId, 'not_found'],
  'DELETE /admin/key/{id}': [keyId, 'not_found'],
  'GET /admin/webhook/{id}/delivery': [webhookId, 'not_found'],
  'POST /admin/webhook/{id}/delivery/{event_id}/replay': [
    { params: { id: foreign.webhook_id, event_id: foreign.event_id } },
    'not_found',
  ],
  'POST /admin/webhook/{id}/enable': [webhookId, 'not_found'],
  'POST /admin/webhook/{id}/secret': [webhookId, 'not_found'],
  'GET /admin/customer/{id}': [customerId, 'not_found'],
  'GET /admin/customer/{id}/points': [customerId, 'not_found'],
  'POST /admin/customer/{id}/data': [customerId, 'not_found'],
  'POST /admin/customer/{id}/adjustment': [customerId, 'not_found'],
  'POST /admin/points/{id}/reverse': [{ params: { id: record!.id } }, 'not_found'],
  'POST /admin/voucher/{id}/cancel': [{ params: { id: voucher!.id } }, 'not_found'],
  'POST /admin/customer/{id}/adjustment-request': [customerId, 'not_found'],
  'POST /admin/adjustment-request/{id}/approve': [{ params: { id: askedId } }, 'not_found'],
  'DELETE /admin/adjustment-request/{id}': [{ params: { id: askedId } }, 'not_found'],
  'POST /admin/customer/{id}/correction': [customerId, 'not_found'],
  'POST /admin/customer/{id}/block': [customerId, 'not_found'],
  'DELETE /admin/customer/{id}/block': [customerId, 'not_found'],
  'GET /admin/customer/{id}/merges': [customerId, 'not_found'],
  'GET /admin/customer/{id}/merge': [
    { ...customerId, query: { absorbed_id: ana.id } },
    'not_found',
  ],
  'POST /admin/customer/{id}/merge': [
    {
      ...customerId,
      body: { ...validBody('POST /admin/customer/{id}/merge', ana), absorbed_id: ana.id },
    },
    'not_found',
  ],
  'POST /admin/merge/{id}/undo': [{ params: { id: merge.id } }, 'not_found'],
  'POST /admin/review/{id}/close': [{ params: { id: reviewId } }, 'not_found'],
  'POST /admin/adjustment/{id}/undo': [{ params: { id: adjustment.record!.id } }, 'not_found'],
  'GET /admin/counter/intention/{id}': [id, 'not_found'],
  'POST /admin/counter/intention/{id}/capture': [id, 'not_found'],
  'POST /admin/counter/intention/{id}/cancel': [id, 'not_found'],
  'POST /admin/counter/record/{id}/return': [{ params: { id: record!.id } }, 'not_found'],
  'POST /admin/counter/preview': [
    { body: { ...validBody('POST /admin/counter/preview', ana), customer: { id: rui.id } } },
    'customer_not_found',
  ],
  'POST /admin/counter/intention': [
    { body: { ...validBody('POST /admin/counter/intention', ana), customer: { id: rui.id } } },
    'customer_not_found',
  ],
  'POST /admin/counter/voucher': [
    { body: { shop: 'cafe', code: voucher!.code } },
    'voucher_not_found',
  ],
  'GET /admin/import/{id}': [importId, 'not_found'],
  'GET /admin/import/{id}/refused': [importId, 'not_found'],
  'POST /admin/import/{id}/part': [importId, 'not_found'],
  'POST /admin/import/{id}/apply': [importId, 'not_found'],
  'POST /admin/import/{id}/continue': [importId, 'not_found'],
  'DELETE /admin/import/{id}': [importId, 'not_found'],
  'POST /customer/login': [{ body: { token, email: rui.email } }, 'expired_token'],
  'POST /customer/password-reset': [
    { body: { ...validBody('POST /customer/password-reset', ana), token: resetToken } },
    'expired_token',
  ],
  'POST /customer/email-confirmation': [{ body: { token: confirmationToken } }, 'expired_token'],
}

describe('a row of another company', () => {
  test.each(Object.entries(calls) as [EndpointKey, [Sent, ErrorCode]][])(
    '%s answers as for a row that does not exist, and changes nothing [D2 T1]',
    async (key, [sent, code]) => {
      const { caller } = endpoints[key]
      const valid = { ...validRequest(key, ana), ...sent }
      const customer = caller === 'partner' ? asPartner(cafe) : ana.headers
      const credential = isAdminKey(key) ? owner.headers : customer
      const before = await fingerprint(database)
      const answer = await call(key, { ...valid, headers: credential })
      expect(errorOf(answer)).toMatchObject({ status: errorCodes[code].status, type: code })
      expect(await fingerprint(database)).toEqual(before)
    },
  )

  test('the table `calls` has each endpoint whose path names a row', () => {
    const withId = Object.entries(endpoints)
      .filter(([key, { caller }]) => caller !== 'anyone' && /\{(id|code|user_id)\}/.test(key))
      .map(([key]) => key)
    expect(Object.keys(calls)).toEqual(expect.arrayContaining(withId))
  })

  test('each of two companies finds its own customer by the same document [D2]', async () => {
    const both = await world.registered(cafe, { document })
    const query = { document }
    const own = await answerOf('GET /partner/customer', { headers: asPartner(cafe), query })
    expect(own).toMatchObject({ id: both.id, balance: { amount_balance: 0 } })
    expect(own.id).not.toBe(rui.id)
  })
})

test('a login with email and password of another company’s customer gets wrong_credentials [R3.3 T1]', async () => {
  const before = await fingerprint(database)
  const answer = await call('POST /customer/login', {
    headers: { 'company-id': cafe.id },
    body: { identifier: rui.email, password: rui.password },
  })
  expect(errorOf(answer)).toMatchObject({ status: 422, type: 'wrong_credentials' })
  expect(await fingerprint(database)).toEqual(before)
})
