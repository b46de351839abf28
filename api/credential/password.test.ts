/** The normal form of passwords: the same characters are the same password on every device. */

import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'

import { asGuest, createWorld, errorOf, registration } from '#api/testing/worlds/world.ts'
import { row, sql } from '#database/sql.ts'

const world = await createWorld()
const { cafe, call } = world

/** The two Unicode forms in which devices send the same text. */
const composed = 'pão-de-açúcar'.normalize('NFC')
const decomposed = composed.normalize('NFD')
/** Six characters, but 108 in the normal form, so it is too long for a new password. */
const longInNormalForm = 'ﷺ'.repeat(6)
const lengthMessage = 'Insira uma senha válida, que deve conter entre 6 e 30 caracteres'

async function statusOfLogin(identifier: string, password: string): Promise<number> {
  const body = { identifier, password }
  return (await call('POST /customer/login', { headers: asGuest(cafe), body })).status
}

function passwordChange(current_password: string, password: string) {
  return { current_password, password, password_confirmation: password }
}

/** A customer whose password hash was made without the normal form, as in older data. */
async function withOldHash(password: string) {
  const customer = await world.registered(cafe)
  await row(
    world.database,
    sql`update customer
           set password_hash = ${await hash(password)}
         where company_id = ${cafe.id} and id = ${customer.id}`,
  )
  return customer
}

describe('a new password', () => {
  test.each([
    [composed, decomposed],
    [decomposed, composed],
    ['１２３４５６', '123456'],
    ['123456', '１２３４５６'],
  ])(
    'a password chosen as %j at the registration can be typed as %j at the login [R3.11, R3.3]',
    async (chosen, typed) => {
      const { email } = await world.registered(cafe, { password: chosen })
      expect(await statusOfLogin(email, typed)).toBe(200)
      expect(await statusOfLogin(email, chosen)).toBe(200)
      expect(await statusOfLogin(email, `${typed}.`)).toBe(422)
    },
  )

  test('a new password is normalised at a change and at a reset [R4.3, R3.13]', async () => {
    const customer = await world.registered(cafe, { password: composed })
    const { headers, email } = customer
    const changed = await call('PUT /customer', {
      headers,
      body: passwordChange(decomposed, `${decomposed}1`),
    })
    expect(changed.status).toBe(200)
    expect(await statusOfLogin(email, `${composed}1`)).toBe(200)
    const reset = await call('POST /customer/password-reset', {
      headers: asGuest(cafe),
      body: {
        token: await world.mailedToken(cafe, customer, 'PASSWORD'),
        password: `${decomposed}2`,
        password_confirmation: `${composed}2`,
      },
    })
    expect(reset.status).toBe(204)
    expect(await statusOfLogin(email, `${composed}2`)).toBe(200)
  })

  test('a new password has 6 to 30 characters in its normal form [R5.6]', async () => {
    const longest = ['é'.normalize('NFD').repeat(30), '😀'.repeat(30)]
    for (const password of [...longest, 'é'.normalize('NFD').repeat(6)]) {
      const { email } = await world.registered(cafe, { password })
      expect(await statusOfLogin(email, password)).toBe(200)
    }
    for (const password of ['é'.normalize('NFD').repeat(5), 'ﬁ'.repeat(16), longInNormalForm]) {
      const body = { ...registration(), password }
      const answer = await call('POST /customer/create-via-email', {
        headers: asGuest(cafe),
        body,
      })
      expect(errorOf(answer)).toMatchObject({
        status: 422,
        fields: { password: [lengthMessage] },
      })
      expect(await statusOfLogin(body.email, password)).toBe(422)
    }
  })
})

test('a password stays valid until its person changes it: it signs in after ten years [R3.3]', async () => {
  const { email, password } = await world.registered(cafe, { password: '  espaço à volta  ' })
  const before = world.now()
  world.moveClock('2036-11-20T15:00:00Z')
  expect(await statusOfLogin(email, password)).toBe(200)
  // Case and the spaces at the ends count.
  expect(await statusOfLogin(email, password.trim())).toBe(422)
  expect(await statusOfLogin(email, password.toUpperCase())).toBe(422)
  world.moveClock(before.toISOString())
})

describe('a password from before the normal form', () => {
  test('a password from before the normal form signs in as first typed, and then in every form [R3.3]', async () => {
    const { email } = await withOldHash(decomposed)
    expect(await statusOfLogin(email, composed)).toBe(422)
    expect(await statusOfLogin(email, decomposed)).toBe(200)
    expect(await statusOfLogin(email, composed)).toBe(200)
    expect(await statusOfLogin(email, decomposed)).toBe(200)
  })

  test('a password from before the normal form, of any length, signs in and confirms a change [R4.3]', async () => {
    const { email, headers } = await withOldHash(longInNormalForm)
    expect(await statusOfLogin(email, longInNormalForm)).toBe(200)
    const body = passwordChange(longInNormalForm, 'nova-senha')
    expect((await call('PUT /customer', { headers, body })).status).toBe(200)
    expect(await statusOfLogin(email, 'nova-senha')).toBe(200)
  })

  test('a wrong password of an account from before the normal form gets the usual errors [R3.3]', async () => {
    const { email, headers } = await withOldHash(composed)
    expect(await statusOfLogin(email, `${decomposed}x`)).toBe(422)
    const answer = await call('PUT /customer', {
      headers,
      body: passwordChange(`${decomposed}x`, 'nova-senha'),
    })
    expect(errorOf(answer).type).toBe('wrong_password')
  })
})
