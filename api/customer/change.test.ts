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
import type { Consent } from '#contract/consent.ts'
import type { Customer } from '#contract/customer.ts'
import { addDays, localDate } from '#contract/value/date.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, posto, call } = world

function change(headers: Record<string, string>, body: object) {
  return call('PUT /customer', { headers, body })
}

async function profileOf(headers: Record<string, string>): Promise<Customer> {
  return (await call('GET /customer', { headers })).body as Customer
}

async function login(identifier: string, password: string) {
  const body = { identifier, password }
  return call('POST /customer/login', { headers: asGuest(cafe), body })
}

/** Invalid bodies, and the messages by field. */
const broken: [object, Record<string, string[]>][] = [
  [{ name: '' }, { name: ['Este campo é obrigatório'] }],
  [{ name: 'x'.repeat(192) }, { name: ['Use no máximo 191 caracteres'] }],
  [{ phone: '1198765432' }, { phone: ['Insira um número de celular válido'] }],
  [{ document: '52998224720' }, { document: ['Insira um CPF válido'] }],
  [{ document: '11222333000182' }, { document: ['Insira um CNPJ válido'] }],
  [{ document: null }, { document: ['Insira um CPF válido'] }],
  [{ document: null, use_cnpj: true }, { document: ['Insira um CNPJ válido'] }],
  [{ document: '52998224725', use_cnpj: true }, { document: ['Insira um CNPJ válido'] }],
  [{ document: '11222333000181', use_cnpj: false }, { document: ['Insira um CPF válido'] }],
  [
    { document: 7, use_cnpj: true, birthdate: 7 },
    {
      document: ['Insira um CNPJ válido'],
      birthdate: ['Insira uma data de nascimento válida'],
    },
  ],
  [{ birthdate: '2030-01-01' }, { birthdate: ['Insira uma data de nascimento válida'] }],
  [{ address_postal_code: '0130500' }, { address_postal_code: ['Informe um CEP válido.'] }],
  [
    { address_state: 'sp' },
    { address_state: ['Informe a sigla de um estado válido e em caixa alta.'] },
  ],
  [{ address_number: 'x'.repeat(61) }, { address_number: ['Use no máximo 60 caracteres'] }],
  [
    { email: null, phone: null },
    { email: ['Pelo menos uma forma de contato é necessária. Celular ou email.'] },
  ],
  [
    { password: '12345', password_confirmation: '12345' },
    { password: ['Insira uma senha válida, que deve conter entre 6 e 30 caracteres'] },
  ],
  [
    { password: '123456', password_confirmation: '123457' },
    { password_confirmation: ['As senhas devem ser iguais'] },
  ],
  [
    { opt_in: false },
    { opt_in: ['É necessário concordar com os termos de uso e a política de privacidade.'] },
  ],
]

describe('PUT /customer [R4.3 R5.1 R5.7]', () => {
  test('PUT /customer changes only the given fields, and returns the address also as one object [R4.3] [D13]', async () => {
    const customer = await world.registered(cafe)
    const before = (await call('GET /customer', { headers: customer.headers })).body as Customer
    const address = {
      address_street: 'Rua Augusta',
      address_district: 'Consolação',
      address_city: 'São Paulo',
      address_state: 'SP',
      address_postal_code: '01305000',
      address_complement: 'Apto 12',
      address_number: '100-A',
    }
    const sent = {
      name: 'Ana de Lima',
      phone: '11987654321',
      sex: 'F',
      opt_in_marketing: true,
      ...address,
    }
    const answer = await change(customer.headers, sent)
    expect(answer).toMatchObject({
      status: 200,
      body: {
        ...before,
        ...sent,
        phone: '+5511987654321',
        address: { ...address, address_country: 'BR' },
        avatar_url: null,
      },
    })
    const emptied = await change(customer.headers, { address_complement: '', phone: null })
    expect(emptied.body).toMatchObject({
      address_complement: null,
      phone: null,
      address_number: '100-A',
    })
    expect((await call('GET /customer', { headers: customer.headers })).body).toEqual(emptied.body)
  })

  test('PUT /customer takes back the address and the sex that GET /customer answered, nulls too [R4.3 R5.7]', async () => {
    const { headers } = await world.registered(cafe)
    const given = { address_street: 'Rua Augusta', address_number: '10', sex: 'F' }
    expect(await change(headers, given)).toMatchObject({ status: 200, body: given })
    const empty = {
      address_street: null,
      address_district: null,
      address_city: null,
      address_state: null,
      address_postal_code: null,
      address_complement: null,
      address_number: null,
      sex: null,
    }
    expect(await change(headers, empty)).toMatchObject({ status: 200, body: empty })
  })

  test('PUT /customer clears the CEP if it is null or empty [R4.4]', async () => {
    const { headers } = await world.registered(cafe)
    for (const address_postal_code of [null, '']) {
      await change(headers, { address_postal_code: '01305000', address_street: 'Rua Augusta' })
      const answer = await change(headers, { address_postal_code })
      expect(answer).toMatchObject({
        status: 200,
        body: { address_postal_code: null, address_street: 'Rua Augusta' },
      })
    }
  })

  test('PUT /customer stores a document as the chosen kind, CPF or CNPJ [R5.5]', async () => {
    const { headers } = await world.registered(cafe)
    const document = '12ABC34501DE35'
    const answer = await change(headers, { document, use_cnpj: true })
    expect(answer).toMatchObject({ status: 200, body: { document, use_cnpj: true } })
    const cpf = newCpf()
    const back = await change(headers, { document: cpf, use_cnpj: false })
    expect(back).toMatchObject({ status: 200, body: { document: cpf, use_cnpj: false } })
  })

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'a birthdate may be up to the current day in the company’s time zone %s [R5.4]',
    async (time_zone) => {
      const ilha = await world.createCompany(time_zone.slice(8).toLowerCase().replace('_', '-'), {
        time_zone,
      })
      const before = world.now()
      // The schema does not know the company and uses the real clock.
      world.moveClock(new Date().toISOString())
      const { headers } = await world.registered(ilha)
      const today = localDate(world.now(), time_zone)
      const oldest = `${Number(today.slice(0, 4)) - 120}${today.slice(4)}`
      const sentence = 'Insira uma data de nascimento válida'
      for (const birthdate of [today, oldest]) {
        const answer = await change(headers, { birthdate })
        expect(answer).toMatchObject({ status: 200, body: { birthdate } })
      }
      for (const birthdate of [addDays(today, 1), addDays(oldest, -1)]) {
        expect(errorOf(await change(headers, { birthdate }))).toEqual({
          status: 422,
          type: 'validation',
          fields: { birthdate: [sentence] },
        })
        const body = { ...registration(), birthdate }
        const refused = await call('POST /customer/create-via-email', {
          headers: asGuest(ilha),
          body,
        })
        expect(errorOf(refused).fields).toEqual({ birthdate: [sentence] })
      }
      world.moveClock(before.toISOString())
    },
  )

  test('PUT /customer ignores a company_id in the body [T4]', async () => {
    const customer = await world.registered(cafe)
    const answer = await change(customer.headers, { name: 'Bia', company_id: posto.id })
    expect(answer.body).toMatchObject({ id: customer.id, name: 'Bia' })
    const storedCustomer = await row(
      world.database,
      sql`select id from customer where company_id = ${posto.id} and id = ${customer.id}`,
    )
    expect(storedCustomer).toBeUndefined()
  })

  test.each(broken)(
    'PUT /customer refuses %j by field and changes nothing [R5.1 R5.2 R5.3 R5.4 R5.5 R5.6 R5.7 R5.8]',
    async (sent, fields) => {
      const customer = await world.registered(cafe)
      const before = (await call('GET /customer', { headers: customer.headers })).body
      const answer = await change(customer.headers, sent)
      expect(errorOf(answer)).toEqual({ status: 422, type: 'validation', fields })
      expect((await call('GET /customer', { headers: customer.headers })).body).toEqual(before)
    },
  )

  test('PUT /customer refuses to remove the only contact [R5.1]', async () => {
    const customer = await world.registered(cafe)
    const answer = await change(customer.headers, {
      email: null,
      current_password: customer.password,
    })
    expect(errorOf(answer)).toMatchObject({
      status: 422,
      fields: { email: ['Pelo menos uma forma de contato é necessária. Celular ou email.'] },
    })
    expect(await profileOf(customer.headers)).toMatchObject({ email: customer.email })
  })

  test('PUT /customer has its own messages for used_email, used_phone and used_document [R4.3]', async () => {
    const other = await world.registered(cafe)
    await change(other.headers, { phone: '11912345678' })
    const { headers, password: current_password } = await world.registered(cafe)
    const before = await profileOf(headers)
    for (const [sent, type, message] of [
      [{ email: other.email, current_password }, 'used_email', 'O email inserido já está em uso'],
      [{ phone: '5511912345678' }, 'used_phone', 'O celular inserido já está em uso'],
      [{ document: other.document }, 'used_document', 'O CPF inserido já está em uso'],
    ] as const) {
      const answer = await change(headers, sent)
      expect(errorOf(answer)).toEqual({ status: 422, type })
      expect(answer.body).toMatchObject({ message })
    }
    expect(await profileOf(headers)).toEqual(before)
  })

  test('a birthdate outside the company’s age limits gets underage or overage [R6.2]', async () => {
    const adega = await world.createCompany('adega', {
      settings: { is_age_restriction_enabled: true, allow_from_age: 18, allow_to_age: 90 },
    })
    const { headers } = await world.registered(adega)
    const before = await profileOf(headers)
    expect(errorOf(await change(headers, { birthdate: '2010-01-01' })).type).toBe('underage')
    expect(errorOf(await change(headers, { birthdate: '1930-01-01' })).type).toBe('overage')
    expect(await profileOf(headers)).toEqual(before)
  })
})

describe('credentials in PUT /customer', () => {
  test('a new password requires the current one and ends the other sessions [R4.3 D10]', async () => {
    const customer = await world.registered(cafe)
    const other = await login(customer.email, customer.password)
    const phone = asCustomer(cafe, (other.body as { token: string }).token)
    const sent = { password: 'nova-senha', password_confirmation: 'nova-senha' }

    for (const current_password of [undefined, 'errada1']) {
      const answer = await change(customer.headers, { ...sent, current_password })
      expect(errorOf(answer)).toEqual({ status: 422, type: 'wrong_password' })
      expect(answer.body).toMatchObject({ message: 'A senha inserida está incorreta' })
    }
    expect((await call('GET /customer', { headers: phone })).status).toBe(200)

    const changed = await change(customer.headers, { ...sent, current_password: customer.password })
    expect(changed.status).toBe(200)
    expect((await call('GET /customer', { headers: customer.headers })).status).toBe(200)
    expect((await call('GET /customer', { headers: phone })).status).toBe(401)
    expect((await login(customer.email, customer.password)).status).toBe(422)
    expect((await login(customer.email, 'nova-senha')).status).toBe(200)
    expect(world.mails.at(-1)).toMatchObject({ kind: 'credentials_changed', email: customer.email })
  })

  test('a new email requires the password, ends other sessions, and mails old and new address [T12]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, 'CONFIRMATION')
    await call('POST /customer/email-confirmation', { headers: customer.headers, body: { token } })
    const other = await login(customer.email, customer.password)
    const email = `novo-${customer.email}`
    expect(errorOf(await change(customer.headers, { email })).type).toBe('wrong_password')

    world.mails.length = 0
    const changed = await change(customer.headers, { email, current_password: customer.password })
    expect(changed.body).toMatchObject({ email, emailVerified: false })
    expect(world.mails).toEqual([
      {
        kind: 'credentials_changed',
        company_id: cafe.id,
        customer_id: customer.id,
        email: customer.email,
      },
      { kind: 'email_confirmation', company_id: cafe.id, customer_id: customer.id },
    ])
    const phone = asCustomer(cafe, (other.body as { token: string }).token)
    expect((await call('GET /customer', { headers: phone })).status).toBe(401)
  })

  test('a customer without a password sets one without a current password [T10]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, 'LOGIN')
    const signed_in = await call('POST /customer/login', {
      headers: asGuest(cafe),
      body: { token, email: customer.email },
    })
    const headers = asCustomer(cafe, (signed_in.body as { token: string }).token)
    const sent = { password: 'nova-senha', password_confirmation: 'nova-senha' }
    expect((await change(headers, sent)).body).toMatchObject({ require_password: true })
    expect((await login(customer.email, 'nova-senha')).status).toBe(200)
  })

  test('many guesses of the current password get too_many_requests [T7]', async () => {
    const customer = await world.registered(cafe)
    const answers = []
    for (let tries = 0; tries < 8; tries += 1) {
      const body = {
        password: 'nova-senha',
        password_confirmation: 'nova-senha',
        current_password: 'errada',
      }
      answers.push(
        await call('PUT /customer', { headers: customer.headers, body, address: '203.0.113.7' }),
      )
    }
    expect(errorOf(answers.at(-1)!)).toEqual({ status: 429, type: 'too_many_requests' })
  })
})

describe('a document that a till has pre-registered', () => {
  async function withoutDocument() {
    const customer = await world.registered(cafe)
    await row(
      world.database,
      sql`update customer set document = null where company_id = ${cafe.id} and id = ${customer.id}`,
    )
    return customer
  }

  test('a customer who adds a pre-registered document gets its points and keeps consents and login [D3 R4.2]', async () => {
    const customer = await withoutDocument()
    const document = newCpf()
    await world.generate(cafe, sale(document, { purchase_value: 4_200 }))
    const answer = await change(customer.headers, { document })
    expect(answer.body).toMatchObject({
      document,
      email: customer.email,
      login_type: 'EMAIL',
      balance: { amount_balance: 42 },
    })
    expect((await call('GET /customer/balance', { headers: customer.headers })).body).toMatchObject(
      {
        amount_balance: 42,
      },
    )
    const consents = (await call('GET /customer/consent', { headers: customer.headers }))
      .body as Consent[]
    expect(consents).toHaveLength(1)
    expect((await login(document, customer.password)).status).toBe(200)
  })

  test('a pre-registered document is refused for a customer with points of their own [D3]', async () => {
    const customer = await world.registered(cafe)
    await world.generate(cafe, sale(customer.document))
    await row(
      world.database,
      sql`update customer set document = null where company_id = ${cafe.id} and id = ${customer.id}`,
    )
    const document = newCpf()
    await world.generate(cafe, sale(document))
    expect(errorOf(await change(customer.headers, { document })).type).toBe('used_document')
    expect((await call('GET /customer', { headers: customer.headers })).body).toMatchObject({
      document: null,
    })
  })

  test('one of six customers who add a pre-registered document concurrently gets it [D3]', async () => {
    const document = newCpf()
    await world.generate(cafe, sale(document))
    const people = await Promise.all(Array.from({ length: 6 }, withoutDocument))
    const answers = await Promise.all(people.map(({ headers }) => change(headers, { document })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200).map((one) => errorOf(one).type)
    expect(refused).toEqual(Array(5).fill('used_document'))
  })

  test('a document pre-registered at one company can be added at another, where it has no points [R3.11]', async () => {
    const document = newCpf()
    await world.generate(posto, sale(document))
    const { body } = await change((await withoutDocument()).headers, { document })
    expect(body).toMatchObject({ document, balance: { amount_balance: 0 } })
    expect(registration().document).not.toBe(document)
  })
})
