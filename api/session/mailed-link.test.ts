/** A mailed link works once, until it expires, and for its mailbox only. */

import { describe, expect, test } from 'vitest'

import { asCustomer, asGuest, createWorld, newCpf, errorOf } from '#api/testing/worlds/world.ts'
import type { ResponseOf } from '#contract/endpoints/endpoints.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, posto, call } = world

const expired = { status: 422, type: 'expired_token' }

function linkLogin(token: string, email: string, company = cafe) {
  return call('POST /customer/login', { headers: asGuest(company), body: { token, email } })
}

function reset(token: string, password = 'nova-senha', company = cafe) {
  const body = { token, password, password_confirmation: password }
  return call('POST /customer/password-reset', { headers: asGuest(company), body })
}

function passwordLogin(identifier: string, password: string) {
  return call('POST /customer/login', { headers: asGuest(cafe), body: { identifier, password } })
}

function confirm(token: string, headers = asGuest(cafe)) {
  return call('POST /customer/email-confirmation', { headers, body: { token } })
}

async function statusOf(headers: Record<string, string>): Promise<number> {
  return (await call('GET /customer', { headers })).status
}

describe('a login link', () => {
  test('POST /customer/login-link queues a mail and answers alike without an account [R3.4]', async () => {
    const customer = await world.registered(cafe)
    world.mails.length = 0
    for (const email of [customer.email.toUpperCase(), 'ninguem@exemplo.com.br']) {
      const answer = await call('POST /customer/login-link', {
        headers: asGuest(cafe),
        body: { email },
      })
      expect(answer).toMatchObject({ status: 204, text: '' })
    }
    expect(world.mails).toEqual([
      { kind: 'login_link', company_id: cafe.id, email: customer.email },
      { kind: 'login_link', company_id: cafe.id, email: 'ninguem@exemplo.com.br' },
    ])
  })

  test('the login mail keeps the requested screen; a target outside the portal is refused [R3.4 T15]', async () => {
    const { email } = await world.registered(cafe)
    world.mails.length = 0
    const ask = (redirect: string) =>
      call('POST /customer/login-link', { headers: asGuest(cafe), body: { email, redirect } })
    expect((await ask('/meu-cadastro')).status).toBe(204)
    expect(errorOf(await ask('//evil.example'))).toMatchObject({
      status: 422,
      type: 'validation',
      fields: { redirect: ['Informe um endereço deste portal'] },
    })
    expect(world.mails).toEqual([
      { kind: 'login_link', company_id: cafe.id, email, redirect: '/meu-cadastro' },
    ])
  })

  test('a login link signs in once and is refused the second time [R3.4]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, 'LOGIN')
    const answer = await linkLogin(token, customer.email.toUpperCase())
    const { data, token: session } = answer.body as ResponseOf<'POST /customer/login'>
    expect(data).toMatchObject({ id: customer.id, emailVerified: true })
    expect(await statusOf(asCustomer(cafe, session))).toBe(200)
    expect(errorOf(await linkLogin(token, customer.email))).toEqual(expired)
  })

  test('one of 32 concurrent uses of a login link succeeds [D10]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, 'LOGIN')
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => linkLogin(token, customer.email)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('a login link is refused without its token or email, or with those of another link [R3.4]', async () => {
    const [ana, bia] = [await world.registered(cafe), await world.registered(cafe)]
    const token = await world.mailedToken(cafe, ana, 'LOGIN')
    expect(errorOf(await linkLogin(token, bia.email))).toEqual(expired)
    expect(errorOf(await linkLogin('x', ana.email))).toEqual(expired)
    expect(errorOf(await linkLogin(token, ''))).toMatchObject({ status: 422, type: 'validation' })
    expect(errorOf(await linkLogin('', ana.email))).toMatchObject({
      status: 422,
      type: 'validation',
    })
    expect((await linkLogin(token, ana.email)).status).toBe(200)
  })

  test('a login link is refused at another company [T4]', async () => {
    const customer = await world.registered(cafe)
    const samePerson = await world.registered(posto, { email: customer.email })
    const token = await world.mailedToken(cafe, customer, 'LOGIN')
    expect(errorOf(await linkLogin(token, samePerson.email, posto))).toEqual(expired)
    expect((await linkLogin(token, customer.email)).status).toBe(200)
  })

  test('a login link expires after 15 minutes [D10]', async () => {
    const customer = await world.registered(cafe)
    const began = world.now().getTime()
    const token = await world.mailedToken(cafe, customer, 'LOGIN')
    world.moveClock(new Date(began + 15 * 60_000).toISOString())
    expect(errorOf(await linkLogin(token, customer.email))).toEqual(expired)
    world.moveClock(new Date(began + 15 * 60_000 - 1).toISOString())
    expect((await linkLogin(token, customer.email)).status).toBe(200)
    world.moveClock(new Date(began).toISOString())
  })

  test('a login link is refused once the customer has changed the email address [D10]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, 'LOGIN')
    const changed = await call('PUT /customer', {
      headers: customer.headers,
      body: { email: `novo-${customer.email}`, current_password: customer.password },
    })
    expect(changed.status).toBe(200)
    expect(errorOf(await linkLogin(token, customer.email))).toEqual(expired)
    expect(errorOf(await linkLogin(token, `novo-${customer.email}`))).toEqual(expired)
  })
})

describe('a reset link', () => {
  test('GET /customer/password-reset queues a mail and answers alike without an account [R3.12]', async () => {
    const customer = await world.registered(cafe)
    world.mails.length = 0
    for (const header of [
      { 'customer-email': customer.email },
      { 'customer-document': customer.document },
      { 'customer-document': newCpf() },
    ]) {
      const headers = { ...asGuest(cafe), ...header }
      expect(await call('GET /customer/password-reset', { headers })).toMatchObject({
        status: 204,
        text: '',
      })
    }
    expect(world.mails.slice(0, 2)).toEqual([
      { kind: 'password_reset', company_id: cafe.id, email: customer.email, document: null },
      { kind: 'password_reset', company_id: cafe.id, email: null, document: customer.document },
    ])
    expect(world.mails).toHaveLength(3)
  })

  test.each([{}, { 'customer-email': 'ana' }, { 'customer-document': '52998224720' }])(
    'a request for a password reset with the headers %j gets 422 [R3.12]',
    async (header) => {
      const answer = await call('GET /customer/password-reset', {
        headers: { ...asGuest(cafe), ...header },
      })
      expect(errorOf(answer)).toMatchObject({ status: 422, type: 'validation' })
    },
  )

  test('a reset link sets a password once, proves the mailbox and ends every session [R3.13]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, 'PASSWORD')
    expect(await reset(token)).toMatchObject({ status: 204, text: '' })
    expect(await statusOf(customer.headers)).toBe(401)
    expect(errorOf(await passwordLogin(customer.email, customer.password)).type).toBe(
      'wrong_credentials',
    )
    const answer = await passwordLogin(customer.email, 'nova-senha')
    expect(answer.body).toMatchObject({ data: { emailVerified: true } })
    const again = await reset(token, 'outra-senha')
    expect(errorOf(again)).toEqual(expired)
    expect(again.body).toMatchObject({
      message: 'O link de redefinição de senha expirou. Tente novamente.',
    })
    expect((await passwordLogin(customer.email, 'nova-senha')).status).toBe(200)
  })

  test('a differing password confirmation is named by field, and the link stays valid [R3.13]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, 'PASSWORD')
    const answer = await call('POST /customer/password-reset', {
      headers: asGuest(cafe),
      body: { token, password: 'nova-senha', password_confirmation: 'outra' },
    })
    expect(errorOf(answer)).toMatchObject({
      status: 422,
      fields: {
        password_confirmation: [
          'A confirmação da senha não coincide com a senha. Verifique novamente.',
        ],
      },
    })
    expect((await reset(token)).status).toBe(204)
  })

  test('a reset link expires after 60 minutes or once another link was used [D10]', async () => {
    const customer = await world.registered(cafe)
    const began = world.now().getTime()
    const [first, second, late] = [
      await world.mailedToken(cafe, customer, 'PASSWORD'),
      await world.mailedToken(cafe, customer, 'PASSWORD'),
      await world.mailedToken(cafe, await world.registered(cafe), 'PASSWORD'),
    ]
    world.moveClock(new Date(began + 60 * 60_000 - 1).toISOString())
    expect((await reset(first)).status).toBe(204)
    expect(errorOf(await reset(second))).toEqual(expired)
    world.moveClock(new Date(began + 60 * 60_000).toISOString())
    expect(errorOf(await reset(late))).toEqual(expired)
    world.moveClock(new Date(began).toISOString())
  })

  test('a confirmation link is refused as a reset link and as a login link [D10]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, 'CONFIRMATION')
    expect(errorOf(await reset(token))).toEqual(expired)
    expect(errorOf(await linkLogin(token, customer.email))).toEqual(expired)
  })
})

describe('a confirmation link', () => {
  test('POST /customer/email-confirmation within a session keeps password and session [R3.14]', async () => {
    const customer = await world.registered(cafe)
    expect(world.mails.at(-1)).toEqual({
      kind: 'email_confirmation',
      company_id: cafe.id,
      customer_id: customer.id,
    })
    const token = await world.mailedToken(cafe, customer, 'CONFIRMATION')
    expect(await confirm(token, customer.headers)).toMatchObject({
      status: 200,
      body: { password_ended: false },
    })
    const me = await call('GET /customer', { headers: customer.headers })
    expect(me.body).toMatchObject({ emailVerified: true })
    expect((await passwordLogin(customer.email, customer.password)).status).toBe(200)
    expect(errorOf(await confirm(token, customer.headers))).toEqual({
      status: 422,
      type: 'already_confirmed',
    })
  })

  test('the mailbox owner’s first confirmation link ends a squatter’s password and sessions [T10]', async () => {
    const squatter = await world.registered(cafe)
    const token = await world.mailedToken(cafe, squatter, 'LOGIN')
    const owner = (await linkLogin(token, squatter.email))
      .body as ResponseOf<'POST /customer/login'>
    expect(await statusOf(squatter.headers)).toBe(401)
    expect(errorOf(await passwordLogin(squatter.email, squatter.password)).type).toBe(
      'wrong_credentials',
    )
    expect(await statusOf(asCustomer(cafe, owner.token))).toBe(200)
    expect(owner.data.require_password).toBe(false)
  })

  test('a later confirmation link of a proven mailbox keeps the password [R3.14]', async () => {
    const customer = await world.registered(cafe)
    const token = await world.mailedToken(cafe, customer, 'CONFIRMATION')
    await confirm(token, customer.headers)
    const link = await world.mailedToken(cafe, customer, 'LOGIN')
    expect((await linkLogin(link, customer.email)).status).toBe(200)
    expect(await statusOf(customer.headers)).toBe(200)
    expect((await passwordLogin(customer.email, customer.password)).status).toBe(200)
  })

  test('a malformed confirmation token is refused, and a confirmation link expires after 7 days [R3.14]', async () => {
    const customer = await world.registered(cafe)
    expect(errorOf(await confirm('lixo', customer.headers))).toEqual(expired)
    const token = await world.mailedToken(cafe, customer, 'CONFIRMATION')
    const began = world.now().getTime()
    world.moveClock(new Date(began + 7 * 86_400_000).toISOString())
    expect(errorOf(await confirm(token, customer.headers))).toEqual(expired)
    world.moveClock(new Date(began).toISOString())
  })

  test('POST /customer/email-confirmation/resend mails again until the email is confirmed [R3.14]', async () => {
    const customer = await world.registered(cafe)
    const { headers } = customer
    expect((await call('POST /customer/email-confirmation/resend', { headers })).status).toBe(204)
    expect(world.mails.at(-1)).toMatchObject({
      kind: 'email_confirmation',
      customer_id: customer.id,
    })
    await confirm(await world.mailedToken(cafe, customer, 'CONFIRMATION'), headers)
    const again = await call('POST /customer/email-confirmation/resend', { headers })
    expect(errorOf(again)).toEqual({ status: 422, type: 'already_confirmed' })
    expect(again.body).toMatchObject({ message: 'O email já foi confirmado' })
  })
})

test('the database contains no mailed token in plain text [D10]', async () => {
  const customer = await world.registered(cafe)
  const token = await world.mailedToken(cafe, customer, 'LOGIN')
  const storedTokens = await rows<{ text: string }>(
    world.database,
    sql`select mailed_token::text as text from mailed_token`,
  )
  const text = storedTokens.map((one) => one.text).join(' ')
  expect(text).not.toContain(token)
  expect(text).not.toContain(Buffer.from(token).toString('hex'))
})
