/** For each endpoint a request that the contract accepts. Its ids are random, so no row has them. */

import { randomUUID } from 'node:crypto'

import type { AdminKey, EndpointKey } from '#contract/endpoints/endpoints.ts'

import { newCpf } from '../samples/cpf.ts'
import { registration, sale, type Sent } from './people.ts'

type Person = { document: string; email: string; password: string }

/** `person`: a customer whom the bodies name. */
export function validRequest(key: EndpointKey, person: Person): Sent {
  const query = queries[key]?.()
  const body = validBody(key, person)
  return {
    params: {
      id: randomUUID(),
      user_id: randomUUID(),
      company_id: randomUUID(),
      hostname: 'ninguem.localhost',
      postal_code: '01310100',
      format: 'csv',
      code: 'NENHUM',
      wallet: 'apple',
      token: 'A'.repeat(43),
      event_id: randomUUID(),
      version: '999',
      which: 'draft',
    },
    ...(query && { query }),
    ...(body && { body }),
  }
}

export function validBody(key: EndpointKey, person: Person): object | undefined {
  return bodies[key]?.(person)
}

const reportPeriod = { from: '2026-11-01', to: '2026-11-20' }

/** The endpoints that require a query. */
const queries: { [key in EndpointKey]?: () => Record<string, string> } = {
  'GET /partner/customer': () => ({ document: newCpf() }),
  'GET /points/statement': () => ({ at: '2026-11-20' }),
  'GET /admin/counter/shift': () => ({ shop: 'cafe' }),
  'GET /admin/counter/intention/{id}': () => ({ shop: 'cafe' }),
  'GET /admin/customer/{id}/merge': () => ({ absorbed_id: randomUUID() }),
  'GET /admin/movement/file': () => reportPeriod,
  'GET /admin/report': () => reportPeriod,
  'GET /admin/report/shop': () => reportPeriod,
  'GET /admin/report/item': () => reportPeriod,
  'GET /admin/report/file': () => ({ ...reportPeriod, table: 'summary' }),
  'GET /admin/programme/draft/backtest': () => ({ revision: '1' }),
}

const staffPassword = 'segredo do console'
const mailedToken = 'A'.repeat(43)
const member = { name: 'Rui', role: 'cashier' }
const keyLimits = {
  scopes: ['points'],
  addresses: ['203.0.113.0/24'],
  most_points_per_day: 1_000,
  most_look_ups_per_hour: 100,
  most_misses_per_hour: 10,
}

/** The bodies of the counter's calls. A company without a list of shops has one, under its own name. */
const counterBodies = {
  'POST /admin/counter/customer': ({ document }: Person) => ({
    shop: 'cafe',
    customer: { document },
  }),
  'POST /admin/counter/preview': counterSale,
  'POST /admin/counter/sale': (person: Person) => ({
    ...counterSale(person),
    external_id: randomUUID(),
  }),
  'POST /admin/counter/intention': () => ({
    shop: 'cafe',
    customer: { id: randomUUID() },
    purchase_value: 1_000,
    points_amount: 1,
    external_id: randomUUID(),
  }),
  'POST /admin/counter/intention/{id}/capture': () => ({ shop: 'cafe' }),
  'POST /admin/counter/intention/{id}/cancel': () => ({ shop: 'cafe' }),
  'POST /admin/counter/record/{id}/return': () => ({ shop: 'cafe', external_id: randomUUID() }),
  'POST /admin/counter/voucher': () => ({ shop: 'cafe', code: 'NENHUM' }),
  'POST /admin/counter/voucher/withdraw': () => ({
    shop: 'cafe',
    code: 'NENHUM',
    external_id: randomUUID(),
  }),
}

function counterSale({ document }: Person) {
  return { shop: 'cafe', customer: { document }, purchase_value: 1_000 }
}

/** The bodies of the console's calls. No staff member has this email, and no authenticator this code. */
const consoleBodies = {
  'POST /admin/session': () => ({ email: 'ninguem@cafe.example', password: staffPassword }),
  'POST /admin/session/totp': () => ({ code: '000000' }),
  'POST /admin/session/recovery': () => ({ code: 'ABCD-EFGH-IJKL-MNOP' }),
  'POST /admin/session/passkey': () => ({ response: { id: 'desconhecida' } }),
  'POST /admin/invitation': () => ({ token: mailedToken }),
  'POST /admin/invitation/accept': () => ({
    token: mailedToken,
    name: 'Rui',
    password: staffPassword,
  }),
  'POST /admin/password-reset/request': () => ({ email: 'ninguem@cafe.example' }),
  'POST /admin/password-reset': () => ({ token: mailedToken, password: staffPassword }),
  'PUT /admin/password': () => ({ current_password: 'errada', password: staffPassword }),
  'POST /admin/factor/totp/confirm': () => ({ code: '000000' }),
  'POST /admin/factor/passkey': () => ({ response: { id: 'desconhecida' }, name: 'Celular' }),
  'POST /admin/staff': () => ({ email: 'rui@cafe.example', ...member }),
  'PUT /admin/staff/{id}': () => member,
  'POST /admin/programme/draft/change': () => ({
    revision: 0,
    operations: [{ op: 'replace', path: '/program_name', value: 'Clube' }],
  }),
  'POST /admin/programme/draft/picture': () => ({ name: 'foto.png', content: 'AAAA' }),
  'POST /admin/programme/draft/codes': () => ({ key: 'cafe', lines: ['CODIGO-1'] }),
  'POST /admin/programme/draft/rebase': () => ({ revision: 1, mine: ['name'] }),
  'POST /admin/programme/publish': () => ({ revision: 1, publish_at: null }),
  'POST /admin/key': () => ({ name: 'Caixa 2', ...keyLimits }),
  'PUT /admin/key/{id}': () => ({ name: 'Caixa 2', ...keyLimits }),
  'POST /admin/customer/search': () => ({ text: 'Ninguém' }),
  'POST /admin/customer/{id}/adjustment': () => ({
    points_amount: 10,
    reason: 'Cortesia',
    key: randomUUID(),
  }),
  'POST /admin/customer/{id}/merge': () => ({
    absorbed_id: randomUUID(),
    proof: 'document',
    key: randomUUID(),
  }),
  'POST /admin/customer/{id}/adjustment-request': () => ({
    points_amount: 1_000,
    reason: 'Cortesia',
    key: randomUUID(),
  }),
  'POST /admin/customer/{id}/data': () => ({ reason: 'identify' }),
  'POST /admin/customer/{id}/block': () => ({ reason: 'fraud' }),
  'POST /admin/customer/{id}/correction': () => ({ name: 'Ana Reis', proof: 'photo_id' }),
  'POST /admin/points/{id}/reverse': () => ({ reason: 'mistake', key: randomUUID() }),
  'POST /admin/voucher/{id}/cancel': () => ({ reason: 'mistake' }),
  'POST /admin/review/{id}/close': () => ({ note: 'Cliente conhecido' }),
  'POST /admin/report/closing': () => ({ month: '2099-12' }),
  'POST /admin/import': () => ({ name: 'saldos.csv', size: 9 }),
  'POST /admin/import/{id}/part': () => ({ part: 0, is_last: true, content: 'ZG9jdW1lbnQ=' }),
} satisfies { [key in AdminKey]?: () => object }

const bodies: { [key in EndpointKey]?: (person: Person) => object } = {
  ...consoleBodies,
  ...counterBodies,
  'POST /customer/create-via-email': registration,
  'POST /customer/create-via-firebase': () => ({ name: 'Ana', birthdate: '1990-12-31' }),
  'POST /customer/login': ({ email, password }) => ({ identifier: email, password }),
  'POST /customer/login-link': ({ email }) => ({ email }),
  'POST /customer/password-reset': ({ password }) => ({
    token: 'A'.repeat(43),
    password,
    password_confirmation: password,
  }),
  'POST /customer/email-confirmation': () => ({ token: 'A'.repeat(43) }),
  'PUT /customer': () => ({
    name: 'Ana',
    birthdate: '1990-12-31',
    sex: 'F',
    opt_in_marketing: false,
  }),
  'DELETE /customer/session/{id}': () => ({ current_password: 'segredo1' }),
  // More points than any customer has, so the call is valid but erases no customer.
  'DELETE /customer': ({ password }) => ({
    current_password: password,
    forfeits: { points_amount: 1e9, points_value: 1e9, vouchers: 0 },
  }),
  'POST /voucher/generate': ({ document }) => ({
    customer_document: document,
    products: [{ prize_id: randomUUID(), quantity: 1 }],
  }),
  'POST /partner/voucher/{code}/withdraw': () => ({ subsidiary_name: 'Loja 1' }),
  'POST /partner/points/generate': () => sale(newCpf(), { points_value: 100 }),
  'POST /partner/points/simulate': () => sale(newCpf(), { points_value: 100 }),
  'POST /partner/points/{id}/reverse': () => ({ returned_value: 100, external_id: 'devolucao-1' }),
  'POST /notification/read': () => ({ up_to: randomUUID() }),
  'POST /notification/subscription': () => ({
    endpoint: 'https://push.example/um',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  }),
  'PUT /notification/preferences': () => ({
    kind: 'level_changed',
    channel: 'mail',
    is_on: false,
  }),
  'POST /partner/points/intention': ({ document }) => sale(document, { points_amount: 1 }),
  'POST /partner/points/intention/{id}/capture': () => ({ code: '123456', points_amount: 1 }),
  'POST /partner/integration-token': () => ({ code: 'A'.repeat(43) }),
  'POST /partner/sandbox/customer': () => ({ document: newCpf() }),
  'POST /partner/sandbox/clock': () => ({ now: '2027-01-01T00:00:00Z' }),
}
