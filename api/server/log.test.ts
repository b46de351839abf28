import { expect, test } from 'vitest'

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
