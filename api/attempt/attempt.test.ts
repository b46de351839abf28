/** Rate limits of guesses and mails (T7, T8). */

import { randomInt } from 'node:crypto'

import { expect, test } from 'vitest'

import { asGuest, createWorld, errorOf } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, posto, call } = world

const here = '203.0.113.7'
const elsewhere = '198.51.100.9'

function login(identifier: string, password: string, address: string, company = cafe) {
  return call('POST /customer/login', {
    headers: asGuest(company),
    body: { identifier, password },
    address,
  })
}

/** The number of devices on which the customer is signed in. */
async function devicesOf({ headers }: { headers: Record<string, string> }): Promise<number> {
  const { body } = await call('GET /customer/session', { headers })
  return (body as unknown[]).length
}

function wait(seconds: number): void {
  world.moveClock(new Date(world.now().getTime() + seconds * 1000).toISOString())
}

test('each login after six wrong passwords must wait twice as long, also with the right password [T8]', async () => {
  const { email, password } = await world.registered(cafe)
  for (let tries = 0; tries < 6; tries += 1) {
    expect(errorOf(await login(email, 'errada', here)).type).toBe('wrong_credentials')
  }
  const waits: number[] = []
  for (let tries = 0; tries < 5; tries += 1) {
    const answer = await login(email, password, here)
    expect(errorOf(answer)).toEqual({ status: 429, type: 'too_many_requests' })
    expect(answer.body).toMatchObject({
      message: 'Ocorreram muitas requisições, aguarde um momento e tente novamente.',
    })
    waits.push(Number(answer.headers['retry-after']))
    wait(waits.at(-1)!)
    await login(email, 'errada', here)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16])
})

test('a login retried too early does not extend the wait, and succeeds afterwards [T8]', async () => {
  const { email, password } = await world.registered(cafe)
  for (let tries = 0; tries < 6; tries += 1) await login(email, 'errada', here)
  for (let tries = 0; tries < 10; tries += 1) {
    expect((await login(email, password, here)).headers['retry-after']).toBe('1')
  }
  wait(1)
  expect((await login(email, password, here)).status).toBe(200)
})

test('30 wrong guesses from one IP address do not lock the owner out at another address [T8]', async () => {
  const customer = await world.registered(cafe)
  const { email, password } = customer
  for (let tries = 0; tries < 30; tries += 1) await login(email, 'errada', here)
  expect(await devicesOf(customer)).toBe(1)
  expect((await login(email, password, elsewhere)).status).toBe(200)
  expect(await devicesOf(customer)).toBe(2)
})

/** A customer with a phone, and 10 spellings of the account's email, CPF and phone. */
async function manyNames() {
  const customer = await world.registered(cafe)
  const digits = `119${randomInt(1e8).toString().padStart(8, '0')}`
  await call('PUT /customer', { headers: customer.headers, body: { phone: digits } })
  const { email, document } = customer
  const masked = document.replace(/(\d{3})(\d{3})(\d{3})/, '$1.$2.$3-')
  const names = [
    email,
    email.toUpperCase(),
    ` ${email} `,
    document,
    masked,
    masked.replaceAll('.', ' '),
    digits,
    `55${digits}`,
    `+55 (11) ${digits.slice(2)}`,
    `(11) ${digits.slice(2)}`,
  ]
  return { ...customer, digits, names }
}

test('password guesses of one account are counted together for its email, CPF and phone [T8]', async () => {
  const { names, password } = await manyNames()
  for (const name of names.slice(0, 6)) {
    expect(errorOf(await login(name, 'errada', '203.0.113.84')).type).toBe('wrong_credentials')
  }
  for (const name of names) {
    expect(errorOf(await login(name, password, '203.0.113.84')).type).toBe('too_many_requests')
  }
})

test('password guesses of an unknown account are counted together for all its spellings [T8, T9]', async () => {
  const digits = '11900000001'
  const names = [digits, `55${digits}`, '(11) 90000-0001', '+55 11 900000001', '119.000.000-01']
  for (const name of [...names, digits]) {
    expect(errorOf(await login(name, 'errada', '203.0.113.85')).type).toBe('wrong_credentials')
  }
  for (const name of names) {
    expect(errorOf(await login(name, 'errada', '203.0.113.85')).type).toBe('too_many_requests')
  }
})

test('a login by a phone with more digits before it is refused [T8]', async () => {
  const customer = await manyNames()
  const { digits, password } = customer
  const tries = Array.from({ length: 60 }, (_, at) =>
    login(`${1000 + at}${digits}`, password, '203.0.113.86'),
  )
  for (const answer of await Promise.all(tries)) expect(answer.status).not.toBe(200)
  expect(await devicesOf(customer)).toBe(1)
})

test('of 30 concurrent password guesses by email, CPF or phone of one account, 6 are evaluated [T8]', async () => {
  const customer = await manyNames()
  const { email, names, password } = customer
  const address = '203.0.113.81'
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) => login(names[at % names.length]!, 'errada', address)),
  )
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(6)
  // The guesses that were not evaluated did not count as failures: the wait is that after six
  // failures.
  expect((await login(email, password, address)).headers['retry-after']).toBe('1')
  expect(await devicesOf(customer)).toBe(1)
})

test('if a phone equals another’s CPF, logins of the phone’s owner reset no guesses at the CPF [T8]', async () => {
  const victim = await world.registered(cafe)
  const guesser = await world.registered(cafe)
  await call('PUT /customer', { headers: guesser.headers, body: { phone: victim.document } })
  let password = guesser.password
  const answers = []
  for (let tries = 0; tries < 8; tries += 1) {
    const guess = `palpite-${tries}`
    await call('PUT /customer', {
      headers: guesser.headers,
      body: { current_password: password, password: guess, password_confirmation: guess },
    })
    password = guess
    answers.push(await login(victim.document, password, '203.0.113.82'))
  }
  expect(answers.map(({ status }) => status)).toEqual([...Array(6).fill(200), 429, 429])
  // Many successful logins of the two customers with the same digits delay neither of them.
  for (let tries = 0; tries < 8; tries += 1) {
    expect((await login(victim.document, victim.password, elsewhere)).status).toBe(200)
  }
  expect((await login(guesser.email, password, elsewhere)).status).toBe(200)
})

test('guesses of a mailed link are counted for the account of the link’s email [T11]', async () => {
  const { email, headers, password } = await world.registered(cafe)
  const address = '203.0.113.83'
  const body = { token: 'x'.repeat(43), email }
  for (let tries = 0; tries < 6; tries += 1) {
    const answer = await call('POST /customer/login', { headers: asGuest(cafe), body, address })
    expect(errorOf(answer).type).toBe('expired_token')
  }
  const change = { current_password: password, password: 'nova-senha' }
  const answer = await call('PUT /customer', {
    headers,
    body: { ...change, password_confirmation: change.password },
    address,
  })
  expect(errorOf(answer).type).toBe('too_many_requests')
})

test('an IP address that tries many accounts is delayed at all accounts of that company only [T8]', async () => {
  const address = '203.0.113.50'
  const { email, password } = await world.registered(cafe)
  const there = await world.registered(posto)
  const refused = []
  for (let tries = 0; tries < 60; tries += 1) {
    refused.push(errorOf(await login(`ninguem-${tries}@exemplo.com.br`, 'errada', address)).type)
  }
  expect(refused.slice(0, 50)).toEqual(Array(50).fill('wrong_credentials'))
  expect(refused.slice(51)).toEqual(Array(9).fill('too_many_requests'))
  expect(errorOf(await login(email, password, address)).type).toBe('too_many_requests')
  expect((await login(there.email, there.password, address, posto)).status).toBe(200)
})

test('login attempts from one IPv6 /64 network are counted as from one address [T8]', async () => {
  const { email } = await world.registered(cafe)
  for (let tries = 0; tries < 6; tries += 1) await login(email, 'errada', `2001:db8:1:2::${tries}`)
  const tryFrom = async (address: string) => errorOf(await login(email, 'errada', address)).type
  expect(await tryFrom('2001:db8:1:2:ffff::9')).toBe('too_many_requests')
  expect(await tryFrom('2001:db8:1:3::9')).toBe('wrong_credentials')
})

test('X-Forwarded-For is believed from a trusted proxy only [T8]', async () => {
  const { email } = await world.registered(cafe)
  const loginVia = (address: string, forwarded: string) =>
    call('POST /customer/login', {
      headers: { ...asGuest(cafe), 'x-forwarded-for': forwarded },
      body: { identifier: email, password: 'errada' },
      address,
    })
  for (let tries = 0; tries < 6; tries += 1) await loginVia('192.0.2.1', '203.0.113.90')
  expect((await loginVia('192.0.2.1', '203.0.113.90')).status).toBe(429)
  expect((await loginVia('192.0.2.1', '203.0.113.91')).status).toBe(422)
  for (let tries = 0; tries < 6; tries += 1)
    await loginVia('198.51.100.1', `203.0.113.${100 + tries}`)
  expect((await loginVia('198.51.100.1', '203.0.113.120')).status).toBe(429)
})

test('frequent successful logins are never delayed [T8]', async () => {
  const customer = await world.registered(cafe)
  const { email, password } = customer
  const address = '203.0.113.60'
  for (let tries = 0; tries < 12; tries += 1) {
    expect((await login(email, password, address)).status).toBe(200)
  }
  expect(await devicesOf(customer)).toBe(13)
})

test('guesses of an unknown account must wait as long as those of a known one [T9]', async () => {
  const address = '203.0.113.70'
  const { email } = await world.registered(cafe)
  const answers: object[][] = [[], []]
  for (const [at, identifier] of [email, 'ninguem@exemplo.com.br'].entries()) {
    for (let tries = 0; tries < 8; tries += 1) {
      const answer = await login(identifier, 'errada', `${address}${at}`)
      answers[at]!.push({ body: answer.body, wait: answer.headers['retry-after'] })
    }
  }
  expect(answers[0]).toEqual(answers[1])
})

test('a mailbox gets at most 6 login links at once, from whichever addresses they are requested [T20]', async () => {
  const answers = []
  for (let tries = 0; tries < 8; tries += 1) {
    const body = { email: 'vitima@exemplo.com.br' }
    answers.push(await call('POST /customer/login-link', { headers: asGuest(cafe), body }))
  }
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(6)
  expect(answers.at(-1)).toMatchObject({ status: 429 })
})

test('of 30 concurrent guesses of one password, 6 are evaluated [T8]', async () => {
  const customer = await world.registered(cafe)
  const { email, password } = customer
  const address = '203.0.113.80'
  const answers = await Promise.all(
    Array.from({ length: 30 }, () => login(email, 'errada', address)),
  )
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(6)
  expect((await login(email, password, address)).headers['retry-after']).toBe('1')
  expect(await devicesOf(customer)).toBe(1)
})

test('the stored attempts contain no address, email or document [D12]', async () => {
  await login('canario@exemplo.com.br', 'errada', here)
  const storedAttempts = await rows<{ text: string }>(
    world.database,
    sql`select attempt::text as text from attempt`,
  )
  expect(storedAttempts.map(({ text }) => text).join(' ')).not.toMatch(/canario|203\.0\.113/)
})
