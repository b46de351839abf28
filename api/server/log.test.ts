import { describe, expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import {
  asCustomer,
  asGuest,
  asPartner,
  createWorld,
  registration,
  sale,
} from '#api/testing/worlds/world.ts'

const lines: string[] = []
const world = await createWorld({ log: (line) => lines.push(line) })
const { cafe, call } = world

test('a customer’s calls leave no CPF, email, phone, name, token, key or password in the log [D12]', async () => {
  const secret = { ...registration(), name: 'Zuleica Canário', password: 'canario-secreto' }
  const customer = await world.registered(cafe, secret)
  await call('POST /customer/create-via-email', { body: secret, headers: asGuest(cafe) })
  const credentials = { identifier: secret.email, password: secret.password }
  await call('POST /customer/login', { body: credentials, headers: asGuest(cafe) })
  await call('POST /customer/login', {
    body: { ...credentials, password: 'errada' },
    headers: asGuest(cafe),
  })
  await call('GET /customer', { headers: customer.headers })
  await call('GET /company/get-company-by-domain/{hostname}', {
    params: { hostname: secret.email },
  })
  await call('GET /points', { headers: customer.headers, query: { before: secret.document } })
  await world.generate(cafe, sale(secret.document, { subsidiary_name: secret.name }))
  await call('POST /partner/points/generate', {
    headers: asPartner(cafe),
    body: { document: secret.document },
  })
  const phone = '11987650001'
  const link = await world.mailedToken(cafe, customer, 'PASSWORD')
  await call('PUT /customer', {
    headers: customer.headers,
    body: { phone, address_street: 'Rua do Canário', current_password: 'canario-errado' },
  })
  await call('POST /customer/login-link', { headers: asGuest(cafe), body: { email: secret.email } })
  for (const header of [
    { 'customer-email': secret.email },
    { 'customer-document': secret.document },
  ]) {
    await call('GET /customer/password-reset', { headers: { ...asGuest(cafe), ...header } })
  }
  await call('POST /customer/login', {
    headers: asGuest(cafe),
    body: { token: link, email: secret.email },
  })
  await call('POST /customer/email-confirmation', { headers: asGuest(cafe), body: { token: link } })
  await call('POST /customer/password-reset', {
    headers: asGuest(cafe),
    body: { token: link, password: 'canario-novo', password_confirmation: 'canario-novo' },
  })
  await call('DELETE /customer/session', { headers: asCustomer(cafe, customer.token) })

  // The log line is written after the answer has been sent.
  await new Promise(setImmediate)
  const log = lines.join('')
  expect(lines).toHaveLength(17)
  for (const word of [
    secret.email,
    secret.document,
    secret.name,
    'Zuleica',
    secret.password,
    'canario',
    'Canário',
    phone,
    link,
    customer.token,
    cafe.key,
  ]) {
    expect(log).not.toContain(word)
  }
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({
    method: 'DELETE',
    route: '/api/customer/session',
    status: 401,
    request_id: expect.any(String),
  })
})

describe('at the level info', async () => {
  const written: string[] = []
  const quiet = await createWorld({ log: (line) => written.push(line), logLevel: 'info' })
  const { cafe: cafeteria, posto } = quiet
  const ana = await quiet.registered(cafeteria)
  /** The log's lines about the calls of `work`. */
  async function linesOf(work: () => Promise<unknown>): Promise<Record<string, unknown>[]> {
    written.length = 0
    await work()
    await new Promise(setImmediate)
    return written.map((line) => JSON.parse(line))
  }
  const login = (password: string) =>
    quiet.call('POST /customer/login', {
      headers: asGuest(cafeteria),
      body: { identifier: ana.email, password },
    })

  test('a sign-in that succeeds and one that fails are both logged, with company and time [D12 T8]', async () => {
    const company_id = cafeteria.id
    const route = '/api/customer/login'
    const line = { route, company_id, time: expect.any(Number), request_id: expect.any(String) }
    const lines = await linesOf(async () => {
      await login(ana.password)
      await login('errada')
    })
    expect(lines).toMatchObject([
      { ...line, status: 200, customer_id: ana.id },
      { ...line, status: 422 },
    ])
    expect(lines[1]).not.toHaveProperty('customer_id')
  })

  test('each call about an account is logged with its customer, and a read of points is not [D12]', async () => {
    const { headers } = ana
    const lines = await linesOf(async () => {
      await quiet.call('GET /points', { headers })
      await quiet.call('PUT /customer', { headers, body: { name: 'Ana' } })
      await quiet.call('GET /customer/password-reset', {
        headers: { ...asGuest(cafeteria), 'customer-email': ana.email },
      })
    })
    expect(lines.map(({ route }) => route)).toEqual([
      '/api/customer',
      '/api/customer/password-reset',
    ])
    expect(lines[0]).toMatchObject({ customer_id: ana.id, status: 200 })
  })

  test('a call that a caller has no right to is logged, with the caller’s id where it is known [T4 T18]', async () => {
    const staff = await staffOf(quiet, cafeteria, 'analyst')
    const lines = await linesOf(async () => {
      await quiet.call('GET /points', { headers: asCustomer(posto, ana.token) })
      await quiet.call('GET /admin/key', { headers: staff.headers })
      await quiet.call('GET /partner/calculation-rule', { headers: asPartner({ key: 'fiel_x' }) })
    })
    expect(lines).toMatchObject([
      { route: '/api/points', status: 401, company_id: posto.id },
      { route: '/api/admin/key', status: 403, company_id: cafeteria.id, staff_id: staff.id },
      { route: '/api/partner/calculation-rule', status: 401 },
    ])
  })

  test('text of a caller cannot begin a line of the log: each line is one JSON object [T19]', async () => {
    const forged = '"}\n{"level":50,"msg":"forged"}'
    const lines = await linesOf(async () => {
      await quiet.call('POST /customer/login', {
        headers: { ...asGuest(cafeteria), 'user-agent': encodeURIComponent(forged) },
        body: { identifier: forged, password: forged },
      })
      await quiet.app.inject({ url: `/api/${encodeURIComponent(forged)}` })
    })
    expect(lines).toHaveLength(2)
    expect(written.join('')).not.toContain('forged')
  })
})

test('a defect gets 500 with a request id; the log has its code and place, never its message [D2]', async () => {
  const customer = await world.registered(cafe)
  lines.length = 0
  await world.database.query('alter table points_record rename to hidden_record')
  const answer = await call('GET /points', { headers: customer.headers })
  await world.database.query('alter table hidden_record rename to points_record')
  expect(answer.status).toBe(500)
  expect(answer.body).toEqual({
    status: 500,
    message:
      'Ocorreu um erro ao finalizar a sua requisição. Nossa equipe já foi informada. Tente novamente mais tarde.',
    data: { type: 'internal' },
  })
  const defect = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'internal')
  expect(defect).toMatchObject({
    code: expect.stringMatching(/^42/),
    request_id: answer.headers['x-request-id'],
  })
  expect(defect.stack).toContain('history.ts')
  expect(lines.join('')).not.toContain('does not exist')
})
