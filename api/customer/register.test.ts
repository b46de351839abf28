import { describe, expect, test } from 'vitest'

import {
  asCustomer,
  asGuest,
  createWorld,
  newCpf,
  errorOf,
  registration,
  sale,
} from '#api/testing/worlds/world.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, posto, call } = world

function register(body: object, company = cafe) {
  return call('POST /customer/create-via-email', { body, headers: asGuest(company) })
}

async function customerCount(): Promise<number> {
  const found = await row<{ count: number }>(world.database, sql`select count(*) from customer`)
  return found!.count
}

describe('POST /customer/create-via-email', () => {
  test('create-via-email registers a person with balance 0 and signs the person in [R3.11]', async () => {
    const sent = registration()
    const answer = await register({ ...sent, email: sent.email.toUpperCase() })
    expect(answer.status).toBe(201)
    const { data, token } = answer.body as ResponseOf<'POST /customer/create-via-email'>
    expect(data).toMatchObject({
      name: 'Ana Lima',
      email: sent.email,
      document: sent.document,
      birthdate: '1990-12-31',
      login_type: 'EMAIL',
      emailVerified: false,
      use_cnpj: false,
      opt_in: true,
      opt_in_marketing: false,
      balance: { amount_balance: 0, value_balance: 0, received_amount: 0 },
    })
    const me = await call('GET /customer', { headers: asCustomer(cafe, token) })
    expect(me.body).toEqual(data)
    expect(answer.text).not.toMatch(/password_hash|argon2/)
  })

  test('the CPF of a registered customer gets used_document and changes nothing [R3.11]', async () => {
    const first = await world.registered(cafe)
    const before = await customerCount()
    const answer = await register({ ...registration(), document: first.document })
    expect(errorOf(answer)).toEqual({ status: 422, type: 'used_document' })
    expect(await customerCount()).toBe(before)
    const me = await call('GET /customer', { headers: first.headers })
    expect(me.body).toMatchObject({ email: first.email })
  })

  test('create-via-email returns used_email for a used email in any case and changes nothing [R3.11]', async () => {
    const first = await world.registered(cafe)
    const before = await customerCount()
    const answer = await register({ ...registration(), email: first.email.toUpperCase() })
    expect(errorOf(answer)).toEqual({ status: 422, type: 'used_email' })
    expect(answer.body).toMatchObject({ message: 'O email já está sendo utilizado.' })
    expect(await customerCount()).toBe(before)
  })

  test('create-via-email accepts one of 8 concurrent registrations of one email [R3.11]', async () => {
    const { email } = registration()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => register({ ...registration(), email })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201).map(errorOf)
    expect(refused).toEqual(Array(7).fill({ status: 422, type: 'used_email' }))
  })

  test('create-via-email accepts one of 8 concurrent registrations of one document [R3.11]', async () => {
    const document = newCpf()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => register({ ...registration(), document })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201).map(errorOf)
    expect(refused).toEqual(Array(7).fill({ status: 422, type: 'used_document' }))
  })

  test('create-via-email accepts an alphanumeric CNPJ [D10]', async () => {
    const answer = await register({ ...registration(), document: '12ABC34501DE35' })
    expect(answer.status).toBe(201)
    expect(answer.body).toMatchObject({ data: { use_cnpj: true, document: '12ABC34501DE35' } })
  })

  test('create-via-email returns a message for every invalid field [R5]', async () => {
    const answer = await register({
      name: '',
      email: 'ana',
      document: '52998224720',
      birthdate: '2027-02-29',
      password: '12345',
      opt_in: false,
    })
    expect(errorOf(answer)).toEqual({
      status: 422,
      type: 'validation',
      fields: {
        name: ['Este campo é obrigatório'],
        email: ['Insira um email válido'],
        document: ['Insira um CPF válido'],
        birthdate: ['Insira uma data de nascimento válida'],
        password: ['Insira uma senha válida, que deve conter entre 6 e 30 caracteres'],
        opt_in: ['É necessário concordar com os termos de uso e a política de privacidade.'],
      },
    })
  })

  test('create-via-email returns underage or overage with the company’s age limits [R5.4 R6.2]', async () => {
    const adega = await world.createCompany('adega', {
      settings: { is_age_restriction_enabled: true, allow_from_age: 18, allow_to_age: 90 },
    })
    const sentence = 'O cadastro é permitido somente para quem tem entre 18 e 90 anos de idade'
    const before = await customerCount()
    const young = await register({ ...registration(), birthdate: '2008-11-21' }, adega)
    expect(errorOf(young)).toEqual({
      status: 422,
      type: 'underage',
      fields: { birthdate: [sentence] },
    })
    const old = await register({ ...registration(), birthdate: '1935-11-20' }, adega)
    expect(errorOf(old)).toMatchObject({ status: 422, type: 'overage' })
    expect(await customerCount()).toBe(before)
    const grown = await register({ ...registration(), birthdate: '2008-11-20' }, adega)
    expect(grown.status).toBe(201)
  })

  test('a registration gives the customer the points of a pre-registration of the same document [D3]', async () => {
    const document = newCpf()
    await world.generate(cafe, sale(document, { purchase_value: 4_200 }))
    const customer = await world.registered(cafe, { document })
    const balance = await call('GET /customer/balance', { headers: customer.headers })
    expect(balance.body).toEqual({ amount_balance: 42, value_balance: 42 })
    expect(errorOf(await register({ ...registration(), document })).type).toBe('used_document')
  })

  test('create-via-email registers one person independently at two companies [R3.11]', async () => {
    const sent = registration()
    const inCafe = await world.registered(cafe, sent)
    const inPosto = await world.registered(posto, sent)
    expect(inPosto.id).not.toBe(inCafe.id)
    await world.generate(cafe, sale(sent.document))
    const balance = await call('GET /customer/balance', { headers: inPosto.headers })
    expect(balance.body).toEqual({ amount_balance: 0, value_balance: 0 })
  })
})
