import { expect, test } from 'vitest'

import { asPartner, createWorld, newCpf, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { IntegrationToken } from '#contract/partner.ts'
import { row, rows, sql } from '#database/sql.ts'

import { createPartnerKey } from './partner-key.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world

function look(query: Record<string, string>, company = cafe) {
  return call('GET /partner/customer', { headers: asPartner(company), query })
}

async function codeFor({ headers }: { headers: Record<string, string> }): Promise<string> {
  const answer = await call('GET /customer/generate-integration-token', { headers })
  return (answer.body as IntegrationToken).token
}

function trade(code: string, company = cafe) {
  return call('POST /partner/integration-token', { headers: asPartner(company), body: { code } })
}

test('a till finds a customer by document, phone or email: masked name, balance, can_spend [D3]', async () => {
  const customer = await world.registered(cafe, { name: 'Marina Duarte Ângelo' })
  await rows(
    database,
    sql`update customer set phone = '+5511933334444' where company_id = ${cafe.id} and id = ${customer.id}`,
  )
  await world.generate(cafe, sale(customer.document))
  const expected = {
    id: customer.id,
    name: 'Marina D. Â.',
    balance: { amount_balance: 100, value_balance: 100 },
    can_spend: true,
    level: null,
  }
  for (const query of [
    { document: customer.document },
    { phone: '11933334444' },
    { email: customer.email.toUpperCase() },
  ]) {
    expect(await look(query)).toMatchObject({ status: 200, body: expected })
  }
})

test('a look-up returns the full document if the till sent it, and a masked one otherwise [D13]', async () => {
  const document = '52998224725'
  const { email } = await world.registered(cafe, { name: 'Bia Reis', document })
  expect((await look({ document })).body).toMatchObject({ name: 'Bia R.', document })
  expect((await look({ email })).body).toMatchObject({ name: 'Bia R.', document: '***.982.247-**' })
})

test('a look-up accepts a document or phone with punctuation, and refuses other forms [D13]', async () => {
  const cnpj = '12ABC34501DE35'
  const { id, headers } = await world.registered(cafe, { document: cnpj })
  await call('PUT /customer', { headers, body: { phone: '11987650001' } })
  for (const query of [
    { document: '12.abc.345/01DE-35' },
    { document: ' 12.ABC.345/01DE-35 ' },
    { phone: '(11) 98765-0001' },
    { phone: '+55 11 98765-0001' },
  ]) {
    expect(await look(query)).toMatchObject({
      status: 200,
      body: { id, document: expect.anything() },
    })
  }
  for (const document of ['529.982.247-26', '529_982_247-25', `${'.'.repeat(40)}52998224725`]) {
    expect(errorOf(await look({ document }))).toMatchObject({ status: 422, type: 'validation' })
  }
})

test('a formerly pre-registered customer may spend once the email is confirmed [D3]', async () => {
  const document = newCpf()
  await world.generate(cafe, sale(document))
  const customer = await world.registered(cafe, { document })
  expect((await look({ document })).body).toMatchObject({ can_spend: false })
  const token = await world.mailedToken(cafe, customer, 'CONFIRMATION')
  await call('POST /customer/email-confirmation', { headers: customer.headers, body: { token } })
  expect((await look({ document })).body).toMatchObject({ can_spend: true })
})

test('a look-up returns the customer’s level [D3 D6]', async () => {
  const shop = await world.createCompany('degraus', {
    settings: { levels_system: 'LOOKBACK' },
    levels: [{ name: 'Prata', trigger_amount: 100 }],
  })
  const { document } = await world.registered(shop)
  expect((await look({ document }, shop)).body).toMatchObject({ level: null })
  await world.generate(shop, sale(document))
  expect((await look({ document }, shop)).body).toMatchObject({ level: { name: 'Prata' } })
})

test('a pre-registered customer has points and no name [D3]', async () => {
  const document = newCpf()
  await world.generate(cafe, sale(document))
  expect((await look({ document })).body).toMatchObject({
    name: null,
    balance: { amount_balance: 100 },
    can_spend: false,
  })
})

test('a look-up of an unknown customer, or another company’s, gets customer_not_found [D3 T4]', async () => {
  const customer = await world.registered(cafe)
  for (const answer of [
    await look({ document: newCpf() }),
    await look({ document: customer.document }, posto),
  ]) {
    expect(errorOf(answer)).toEqual({ status: 404, type: 'customer_not_found' })
  }
})

test('a look-up requires exactly one of document, phone and email, in a valid form [D3]', async () => {
  const { document, email } = await world.registered(cafe)
  const others: Record<string, string>[] = [
    {},
    { document, email },
    { document: '1' },
    { phone: '1' },
    { id: 'x' },
  ]
  for (const query of others) {
    const answer = await look(query)
    expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
  }
})

test('a look-up refuses a key without the scope customers [T18]', async () => {
  const customer = await world.registered(cafe)
  const key = await createPartnerKey(database, cafe.id, 'Caixa 2', world.now(), {
    scopes: ['points'],
  })
  const till = { ...cafe, key }
  const code = await codeFor(customer)
  for (const answer of [
    await look({ document: customer.document }, till),
    await trade(code, till),
  ]) {
    expect(errorOf(answer)).toEqual({ status: 403, type: 'forbidden' })
  }
  expect((await trade(code)).status).toBe(200)
})

test('the club exchanges an integration code for the customer, once [R12.2]', async () => {
  const customer = await world.registered(cafe)
  const code = await codeFor(customer)
  const { id, name, email, document } = customer
  expect(await trade(code)).toMatchObject({
    status: 200,
    body: { id, name, email, document, phone: null },
  })
  expect(errorOf(await trade(code))).toEqual({ status: 422, type: 'expired_token' })
})

test('one of 20 concurrent exchanges of an integration code succeeds [R12.2]', async () => {
  const code = await codeFor(await world.registered(cafe))
  const answers = await Promise.all(Array.from({ length: 20 }, () => trade(code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('an integration code is valid for 60 s or until the next one is issued [R12.2]', async () => {
  const customer = await world.registered(cafe)
  const [first, second] = [await codeFor(customer), await codeFor(customer)]
  expect(errorOf(await trade(first)).type).toBe('expired_token')
  world.moveClock('2026-11-20T15:00:59.999Z')
  expect((await trade(second)).status).toBe(200)
  const third = await codeFor(customer)
  world.moveClock('2026-11-20T15:01:59.999Z')
  expect(errorOf(await trade(third)).type).toBe('expired_token')
  expect(errorOf(await trade('A'.repeat(43))).type).toBe('expired_token')
  world.moveClock('2026-11-20T15:00:00Z')
})

test('another company’s club can neither exchange an integration code nor use it up [T4]', async () => {
  const code = await codeFor(await world.registered(cafe))
  expect(errorOf(await trade(code, posto)).type).toBe('expired_token')
  expect((await trade(code)).status).toBe(200)
})

test('the database has only the hash of an integration code [D12]', async () => {
  const code = await codeFor(await world.registered(cafe))
  const storedTokens = await row<{ text: string }>(
    database,
    sql`select string_agg(integration_token::text, '') as text from integration_token`,
  )
  expect(storedTokens!.text).not.toContain(code)
})
