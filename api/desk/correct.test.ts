/** A customer's data that the staff corrects after proof: rules, sign-ins, mails and traces (D15). */

import { describe, expect, test } from 'vitest'

import { createProviderWorld, now } from '#api/testing/fakes/provider.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { actsOn, staffOf } from '#api/testing/worlds/staff.ts'
import { type Answer, asGuest, errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'
import { noSignInLeft, nothingCorrected } from '#contract/console/correction.ts'
import { row, sql } from '#database/sql.ts'

const world = await createProviderWorld()
const { cafe, call, database } = world
const ana = await staffOf(world, cafe, 'attendant', { name: 'Ana Prado' })

function correct({ id }: { id: string }, changes: object) {
  return call('POST /admin/customer/{id}/correction', {
    headers: ana.headers,
    params: { id },
    body: { proof: 'photo_id', ...changes },
  })
}

async function corrected(customer: { id: string }, changes: object): Promise<void> {
  const answer = await correct(customer, changes)
  expect(answer.status, answer.text).toBe(204)
}

async function expectRefused(send: () => Promise<Answer>, expected: object): Promise<void> {
  const before = await fingerprint(database)
  expect(errorOf(await send())).toMatchObject(expected)
  expect(await fingerprint(database)).toEqual(before)
}

function login(identifier: string, password: string) {
  return call('POST /customer/login', { headers: asGuest(cafe), body: { identifier, password } })
}

function stored({ id }: { id: string }) {
  return row(
    database,
    sql`select name, document, email, phone, birthdate, email_verified_at is not null as has_confirmed_email
          from customer
         where company_id = ${cafe.id} and id = ${id}`,
  )
}

let phones = 10_000_000
const newPhone = () => `(11) 9${String((phones += 1)).replace(/^(\d{4})/, '$1-')}`
const newEmail = () => `${crypto.randomUUID()}@exemplo.com.br`

describe('a correction', () => {
  test('changes what is sent, leaves the rest and the sessions, and is in the audit log [D15]', async () => {
    const customer = await world.confirmed(cafe)
    const document = newCpf()
    const punctuated = document.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    await corrected(customer, { name: 'Ana Reis', document: punctuated, birthdate: '1985-02-28' })
    expect(await stored(customer)).toEqual({
      name: 'Ana Reis',
      document,
      email: customer.email,
      phone: null,
      birthdate: '1985-02-28',
      has_confirmed_email: true,
    })
    expect((await call('GET /customer', { headers: customer.headers })).status).toBe(200)
    expect(await actsOn(database, cafe, customer.id)).toEqual([
      {
        action: 'customer.corrected',
        actor: 'Ana Prado',
        sentence:
          'Ana Prado corrigiu o nome, o CPF ou CNPJ e a data de nascimento de Ana L. — prova: documento com foto',
      },
    ])
    const entry = await row<{ detail: object; content: object }>(
      database,
      sql`select detail, content
            from audit_entry
            join audit_personal using (company_id, sequence)
           where company_id = ${cafe.id} and subject = ${customer.id}`,
    )
    // The chain has no values, and those beside it are masked.
    expect(entry!.detail).toEqual({
      before: null,
      after: { fields: ['name', 'document', 'birthdate'], reason: 'documento com foto' },
    })
    expect(entry!.content).toMatchObject({
      before: { name: 'Ana L.', birthdate: '…' },
      after: { name: 'Ana R.', document: expect.stringMatching(/^\*{3}\./), birthdate: '…' },
    })
    expect(JSON.stringify(entry)).not.toContain(document)
  })

  test('of the email ends sessions and links, and mails the old and the new address [D15]', async () => {
    const customer = await world.confirmed(cafe)
    const token = await world.mailedToken(cafe, customer, 'LOGIN')
    world.mails.length = 0
    const email = newEmail()
    await corrected(customer, { email: email.toUpperCase() })
    expect(await stored(customer)).toMatchObject({ email, has_confirmed_email: false })
    expect((await call('GET /customer', { headers: customer.headers })).status).toBe(401)
    expect(world.mails).toEqual([
      {
        kind: 'credentials_changed',
        company_id: cafe.id,
        customer_id: customer.id,
        email: customer.email,
      },
      { kind: 'email_confirmation', company_id: cafe.id, customer_id: customer.id },
    ])
    expect((await login(email, customer.password)).status).toBe(200)
    // The old link stays ended, also once the old address is back.
    await corrected(customer, { email: customer.email })
    const body = { token, email: customer.email }
    const answer = await call('POST /customer/login', { headers: asGuest(cafe), body })
    expect(errorOf(answer).type).toBe('expired_token')
  })

  test('of the phone ends the sessions, and the person signs in by the new one [D15]', async () => {
    const customer = await world.confirmed(cafe)
    const phone = newPhone()
    await corrected(customer, { phone })
    expect((await call('GET /customer', { headers: customer.headers })).status).toBe(401)
    expect((await login(phone, customer.password)).status).toBe(200)
  })

  test('detaches accounts of the identity provider, unless no other way to sign in is left [D15 T10]', async () => {
    const second = now.getTime() / 1000
    const account = {
      sub: crypto.randomUUID(),
      phone_number: '+5511977776666',
      auth_time: second - 60,
      sign_in_provider: 'phone',
    }
    const { token, ...customer } = await world.customerVia(account)
    await expectRefused(() => correct(customer, { phone: newPhone() }), {
      type: 'validation',
      fields: { email: [noSignInLeft] },
    })
    await corrected(customer, { phone: newPhone(), email: newEmail() })
    expect(errorOf(await world.read(token)).type).toBe('customer_not_found')
  })

  test('of a record that waits for its person sends no mail [D15 D3]', async () => {
    const wrong = newCpf()
    await world.generate(cafe, sale(wrong))
    const waiting = (await row<{ id: string }>(
      database,
      sql`select id from customer where company_id = ${cafe.id} and document = ${wrong}`,
    ))!
    world.mails.length = 0
    const document = newCpf()
    await corrected(waiting, { document, email: newEmail() })
    expect(world.mails).toEqual([])
    const mine = await world.registered(cafe, { document })
    expect(mine.id).toBe(waiting.id)
  })

  test.each(['email', 'document', 'phone'] as const)(
    'to a used %s is refused and changes nothing [D15]',
    async (field) => {
      const [customer, other] = [await world.registered(cafe), await world.registered(cafe)]
      const phone = newPhone()
      await corrected(other, { phone })
      const used = { ...other, phone }[field]
      await expectRefused(() => correct(customer, { [field]: used }), {
        status: 422,
        type: `used_${field}`,
      })
    },
  )

  test('follows the rules of every form, and must change something [D15 R5]', async () => {
    const customer = await world.registered(cafe)
    for (const [changes, field] of [
      [{ document: '111.111.111-11' }, 'document'],
      [{ email: 'ana' }, 'email'],
      [{ phone: '123' }, 'phone'],
      [{ birthdate: '2999-01-01' }, 'birthdate'],
      [{ name: '' }, 'name'],
      [{ name: 'Ana Reis', proof: 'trust' }, 'proof'],
    ] as const) {
      const answer = await correct(customer, changes)
      expect(Object.keys(errorOf(answer).fields ?? {})).toEqual([field])
    }
    for (const changes of [{}, { name: customer.name, email: customer.email }]) {
      await expectRefused(() => correct(customer, changes), {
        type: 'validation',
        fields: { name: [nothingCorrected] },
      })
    }
  })

  test('keeps to the company’s age limits [D15 R6.2]', async () => {
    const shop = await world.createCompany('adultos', {
      settings: { is_age_restriction_enabled: true, allow_from_age: 18, allow_to_age: 90 },
    })
    const customer = await world.registered(shop)
    const { headers } = await staffOf(world, shop)
    const params = { id: customer.id }
    for (const [birthdate, type] of [
      ['2015-01-01', 'underage'],
      ['1920-01-01', 'overage'],
    ]) {
      const body = { proof: 'photo_id', birthdate }
      const answer = await call('POST /admin/customer/{id}/correction', { headers, params, body })
      expect(errorOf(answer).type).toBe(type)
    }
  })

  test('of a changed account does not make the old document a newcomer again [D15 D9]', async () => {
    const customer = await world.registered(cafe)
    await corrected(customer, { document: newCpf() })
    const again = await world.registered(cafe, { document: customer.document })
    const { is_returning } = (await row<{ is_returning: boolean }>(
      database,
      sql`select is_returning from customer where company_id = ${cafe.id} and id = ${again.id}`,
    ))!
    expect(is_returning).toBe(true)
  })
})
