/** The rows of a company that a call can name: one of each kind, made through the API where a call makes them. */

import { randomUUID } from 'node:crypto'

import { issueStaffLink } from '#api/staff/link.ts'
import type { EndpointKey, ResponseOf } from '#contract/endpoints/endpoints.ts'
import { row, sql } from '#database/sql.ts'

import { adjust } from './movement.ts'
import { asPartner, sale, type Sent } from './people.ts'
import { staffOf } from './staff.ts'
import type { TestCompany, World } from './world.ts'

/** What the rows need of a world. */
export type Ground = Pick<
  World,
  'database' | 'secret' | 'now' | 'call' | 'registered' | 'confirmed' | 'mailedToken'
>

export type Customer = Awaited<ReturnType<World['registered']>>
type Named = Pick<Customer, 'id' | 'document' | 'email' | 'password'>
type ConsoleRows = Awaited<ReturnType<typeof consoleRows>>
type CustomerRows = Awaited<ReturnType<typeof customerRows>>

/** What the calls of `callsNaming` name. */
export type NamedRows = { customer: Named } & Omit<CustomerRows, 'customer'> & ConsoleRows

/** The company's file must have these, and credentials of wallets (walletTexts). `mark`: a word that its texts have. */
export function namedFile(mark = 'outra') {
  return {
    webhooks: [{ url: `https://${mark}.example/eventos` }],
    prizes: [{ key: 'um', name: `Um ${mark}`, value: 10, stock: 100_000 }],
    promotions: [
      {
        code: `OFERTA-${mark.toUpperCase()}`,
        name: `Oferta ${mark}`,
        starts_at: '2026-01-01',
        ends_at: '2127-01-01',
        action: { GENERATE_POINTS: { amount: 5 } },
      },
    ],
  }
}

/** Makes the rows of a company with the file above. The texts of people have `mark`. */
export async function namedRows(world: Ground, company: TestCompany, mark = 'outra') {
  const ofCustomer = await customerRows(world, company, mark)
  return { ...ofCustomer, ...(await consoleRows(world, company, ofCustomer.customer, mark)) }
}

/** The rows of a customer with 1,000 points, and of the till. */
async function customerRows(world: Ground, company: TestCompany, mark: string) {
  const customer = await world.confirmed(company, 1000, person('Rui', mark))
  const { headers, document } = customer
  const till = asPartner(company)
  const answerOf = answersOf(world)
  const [prize] = await answerOf('GET /prize', { headers })
  const [voucher] = await answerOf('POST /voucher/generate', {
    headers,
    body: { customer_document: document, products: [{ prize_id: prize!.id, quantity: 1 }] },
  })
  const [record] = await answerOf('GET /points', { headers })
  const intention = await answerOf('POST /partner/points/intention', {
    headers: till,
    body: sale(document, { points_amount: 10, subsidiary_name: `Loja ${mark}` }),
  })
  const [session] = await answerOf('GET /customer/session', { headers })
  const { token } = await answerOf('GET /customer/generate-integration-token', { headers })
  const { notifications } = await answerOf('GET /notification', { headers })
  const [rule] = await answerOf('GET /partner/calculation-rule', { headers: till })
  return {
    customer,
    prize_id: prize!.id,
    voucher: { id: voucher!.id, code: voucher!.code },
    record_id: record!.id,
    intention_id: intention.id,
    session_id: session!.id,
    integration_code: token,
    notification_id: notifications[0]!.id,
    rule_id: rule!.id,
    promotion_code: namedFile(mark).promotions[0]!.code,
    login_token: await world.mailedToken(company, customer, 'LOGIN'),
    reset_token: await world.mailedToken(company, customer, 'PASSWORD'),
    confirmation_token: await world.mailedToken(company, customer, 'CONFIRMATION'),
  }
}

/** The rows of the company's console. Staff there could undo the adjustment and the merge, and close the review. */
async function consoleRows(world: Ground, company: TestCompany, customer: Customer, mark: string) {
  const { headers } = await staffOf(world, company, 'owner', { name: `Ana ${mark}` })
  const answerOf = answersOf(world)
  const imported = await answerOf('POST /admin/import', {
    headers,
    body: { name: `${mark}.csv`, size: 9 },
  })
  const adjustment = await adjust(world, company, customer, 5)
  const absorbed = await world.registered(company, person('Bia', mark))
  const merge = await answerOf('POST /admin/customer/{id}/merge', {
    headers,
    params: { id: (await world.registered(company, person('Bia', mark))).id },
    body: { absorbed_id: absorbed.id, proof: 'document', key: randomUUID() },
  })
  const stored = await storedRows(world, company, mark)
  return {
    ...stored,
    import_id: imported.id,
    adjustment_id: adjustment.record!.id,
    merge_id: merge.id,
    adjustment_request_id: await askedAdjustment(world, company, customer, mark),
    review_id: await openReview(world, company, customer),
    invitation_token: await linkToken(world, company, stored.invited_id, 'INVITATION'),
    password_token: await linkToken(world, company, stored.staff_id, 'PASSWORD'),
  }
}

function person(name: string, mark: string) {
  return { name: `${name} ${mark}`, email: `${randomUUID()}@${mark}.example` }
}

/** The answers to calls that must succeed. */
function answersOf({ call }: Pick<Ground, 'call'>) {
  return async <Key extends EndpointKey>(key: Key, sent: Sent): Promise<ResponseOf<Key>> => {
    const answer = await call(key, sent)
    if (answer.status >= 300) throw new Error(`${key} answers ${answer.status} ${answer.text}`)
    return answer.body as ResponseOf<Key>
  }
}

async function linkToken(
  { database, now }: Ground,
  company: TestCompany,
  staff_id: string,
  purpose: 'INVITATION' | 'PASSWORD',
): Promise<string> {
  const link = await issueStaffLink(database, { company_id: company.id, staff_id }, purpose, now())
  return link!.split('=')[1]!
}

/** An adjustment that waits for a second person. */
async function askedAdjustment(
  world: Ground,
  company: TestCompany,
  customer: Customer,
  mark: string,
): Promise<string> {
  const { id: staff_id } = await staffOf(world, company, 'owner', { name: `Ivo ${mark}` })
  const request = await row<{ id: string }>(
    world.database,
    sql`insert into adjustment_request (
          company_id, id, customer_id, staff_id, points_amount, reason, asked_at, expires_at)
        values (${company.id}, ${randomUUID()}, ${customer.id}, ${staff_id}, 600, ${`Cortesia ${mark}`},
                ${world.now()}, ${world.now()}::timestamptz + interval '7 days')
        returning id`,
  )
  return request!.id
}

/** An open item that staff could close. */
async function openReview(
  { database, now }: Ground,
  company: TestCompany,
  customer: Customer,
): Promise<string> {
  const item = await row<{ id: string }>(
    database,
    sql`insert into review_item (company_id, kind, subject, day, events, first_at, last_at)
        values (${company.id}, 'many_sales', ${customer.id}, '2026-11-20', 10, ${now()}, ${now()})
        returning id`,
  )
  return item!.id
}

type StoredRows = {
  staff_id: string
  request_id: string
  invited_id: string
  passkey_id: string
  staff_session_id: string
  key_id: string
  webhook_id: string
  event_id: string
}

async function storedRows(world: Ground, company: TestCompany, mark: string): Promise<StoredRows> {
  const rita = await staffOf(world, company, 'owner', { name: `Rita ${mark}` })
  const now = world.now()
  const found = await row<StoredRows>(
    world.database,
    sql`with version as (
          insert into programme_version (company_id, version, document, images, source, published_at)
          values (${company.id}, 1, '{}', '{}', 'file', ${now})
          on conflict (company_id, version) do update set published_at = excluded.published_at
          returning company_id, version),
        request as (
          insert into programme_request (company_id, staff_id, state, document, base_version, asked_at)
          select company_id, ${rita.id}, 'WAITING', '{}', version, ${now}
            from version
          returning id),
        invited as (
          insert into staff (company_id, email, name, role, invited_at, created_at)
          values (${company.id}, ${`convidado@${mark}.example`}, ${`Convidado ${mark}`}, 'cashier', ${now}, ${now})
          returning id),
        passkey as (
          insert into staff_passkey (company_id, staff_id, name, credential_id, public_key, counter, created_at)
          values (${company.id}, ${rita.id}, ${`Celular ${mark}`}, ${company.id}, '', 0, ${now})
          returning id)
        select ${rita.id} as staff_id, request.id as request_id, invited.id as invited_id, passkey.id as passkey_id,
               (select id from staff_session where company_id = ${company.id} limit 1) as staff_session_id,
               (select id from partner_key where company_id = ${company.id} limit 1) as key_id,
               (select id from webhook_endpoint where company_id = ${company.id} limit 1) as webhook_id,
               (select id from webhook_event where company_id = ${company.id} limit 1) as event_id
          from request, invited, passkey`,
  )
  return found!
}
