/** The companies of the proof: each has customers, staff of every role, a till, and one row of each kind that a call can name. */

import pLimit from 'p-limit'
import type pg from 'pg'

import type { SealedDatabase } from '#api/context/context.ts'
import { createPartnerKey, revokePartnerKey } from '#api/partner/partner-key.ts'
import { walletSettings, walletTexts } from '#api/testing/fakes/wallet-credential.ts'
import {
  type Customer,
  type Ground,
  type NamedRows,
  namedFile,
  namedRows,
} from '#api/testing/worlds/named-rows.ts'
import {
  addressOf,
  type Answer,
  newAddress,
  peopleOf,
  type Sent,
} from '#api/testing/worlds/people.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { applyTestCompany, type TestCompany } from '#api/testing/worlds/test-company.ts'
import { validBody } from '#api/testing/worlds/valid-request.ts'
import { type StaffRole, staffRoles } from '#contract/console/staff.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'

import type { Connections } from '../connection/connection.ts'

export type Tenant = {
  company: TestCompany
  number: number
  rows: NamedRows
  /** A customer with points, who is not the customer of `rows`. */
  customer: Customer
  /** The cookie of one person of each role. */
  staff: Record<StaffRole, Record<string, string>>
  /** The email of a person at the console. */
  staff_email: string
  /** The key of another till. */
  otherKey: string
  ended: EndedCredentials
}

/** A customer's header and an owner's cookie of sessions that have ended, and a till's key that was revoked. */
type EndedCredentials = { customer: string; cookie: string; key: string }

/** Companies that are made at the same time. */
const madeAtOnce = 4

/** Makes companies through the API, and rows that no call makes as the owner of the tables. */
export function createTenants(
  { database, secret }: { database: pg.Pool } & Pick<SealedDatabase, 'secret'>,
  connections: Connections,
  count: number,
): Promise<Tenant[]> {
  const now = () => new Date()
  const call = (key: EndpointKey, sent: Sent = {}) => send(connections, key, sent)
  const ground: Ground = { database, secret, now, call, ...peopleOf(database, call, now) }
  const credentials = walletTexts()
  const limit = pLimit(madeAtOnce)
  return Promise.all(
    Array.from({ length: count }, (_, number) =>
      limit(() => createTenant(ground, number, credentials)),
    ),
  )
}

/** The marks of a company: words that are in all of its texts. Everybody may read the public ones. */
function marksOf(number: number) {
  const digits = String(number).padStart(4, '0')
  return { open: `qy${digits}x`, inner: `qz${digits}x` }
}

/** The number of the company whose mark was found, by the mark. */
export const markPattern = /q([yz])(\d{4})x/gi

async function createTenant(
  ground: Ground,
  number: number,
  credentials: ReturnType<typeof walletTexts>,
): Promise<Tenant> {
  const { open, inner } = marksOf(number)
  const changes = {
    ...namedFile(inner),
    ...publicTexts(open),
    calculation_rules: [
      { key: 'compra', name: `Compra ${inner}`, type: 'POINTS_PER_REAL', rate: 1 },
    ],
  }
  const slug = `prova-${number}`
  const company = await applyTestCompany(
    ground,
    { slug, changes, codes: {}, credentials },
    ground.now(),
  )
  const rows = await namedRows(ground, company, inner)
  const customer = await ground.confirmed(company, 100, { name: `Ana ${inner}` })
  const people = await Promise.all(
    staffRoles.map((role) => staffOf(ground, company, role, { name: `Rui ${inner}` })),
  )
  const headers = (role: StaffRole) => people.find((person) => person.role === role)!.headers
  const staff = Object.fromEntries(staffRoles.map((role) => [role, headers(role)]))
  await draft(ground, staff.owner!, inner)
  await useCounter(ground, staff.owner!, customer)
  return {
    company,
    number,
    rows,
    customer,
    staff: staff as Tenant['staff'],
    staff_email: people[0]!.email,
    otherKey: await createPartnerKey(ground.database, company.id, `Caixa 2 ${inner}`, ground.now()),
    ended: await endedOf(ground, company, customer),
  }
}

/** Credentials that the product itself has ended: by the person's sign-out, and by the owner's revocation. */
async function endedOf(
  ground: Ground,
  company: TestCompany,
  { email, password }: Customer,
): Promise<EndedCredentials> {
  const { database, call, now } = ground
  const guest = { 'company-id': company.id }
  const body = { identifier: email, password }
  const signIn = await call('POST /customer/login', { headers: guest, body })
  const { token } = signIn.body as { token: string }
  const headers = { ...guest, authorization: `Bearer ${token}` }
  const owner = await staffOf(ground, company)
  const key = await createPartnerKey(database, company.id, 'Caixa encerrado', now())
  const [out, staffOut] = [
    await call('DELETE /customer/session', { headers }),
    await call('DELETE /admin/session', { headers: owner.headers }),
  ]
  for (const { status, text } of [out, staffOut]) if (status !== 204) throw new Error(text)
  await revokePartnerKey(database, company.id, key, now())
  return { customer: headers.authorization, cookie: owner.headers.cookie!, key }
}

/** What visitors may read. All companies have one name: the counters' calls of valid-request.ts name this shop. */
function publicTexts(mark: string): object {
  return {
    name: 'cafe',
    program_name: `Clube ${mark}`,
    home: { title: `Casa ${mark}`, text: mark },
    settings: { ...walletSettings, levels_system: 'LOOKBACK' },
    levels: [{ name: `Bronze ${mark}`, trigger_amount: 0 }],
  }
}

/** The first call at a counter makes the key of the person and the shop. */
async function useCounter({ call }: Ground, headers: Record<string, string>, customer: Customer) {
  const preview = 'POST /admin/counter/preview'
  const answer = await call(preview, { headers, body: validBody(preview, customer) })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** A draft of the programme that nobody has published. */
async function draft({ call }: Ground, headers: Record<string, string>, mark: string) {
  const operations = [{ op: 'replace', path: '/program_name', value: `Rascunho ${mark}` }]
  const answer = await call('POST /admin/programme/draft/change', {
    headers,
    body: { revision: 0, operations },
  })
  if (answer.status !== 200) throw new Error(answer.text)
}

/** A call of a test's world over the connections of the proof. */
async function send(connections: Connections, key: EndpointKey, sent: Sent): Promise<Answer> {
  const { status, headers, text } = await connections.send(callOf(key, sent))
  const isJson = headers['content-type']?.startsWith('application/json')
  return { status, headers, text, body: isJson ? (JSON.parse(text) as unknown) : undefined }
}

/** Each call comes from another address, so that rate limits by address count none twice. */
export function callOf(key: EndpointKey, sent: Sent) {
  const { headers, body } = sent
  const type = body === undefined ? {} : { 'content-type': 'application/json' }
  return {
    method: key.split(' ')[0]!,
    path: addressOf(key, sent),
    headers: { host: 'localhost', 'x-forwarded-for': newAddress(), ...type, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  }
}
