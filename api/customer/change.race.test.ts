/** Concurrent changes of one customer. Each test locks the row until all calls wait for it. */

import { randomUUID } from 'node:crypto'

import { hash } from '@node-rs/argon2'
import { describe, expect, test } from 'vitest'

import { createProviderWorld, now, person } from '#api/testing/fakes/provider.ts'
import { somebodyWaits } from '#api/testing/worlds/lock.ts'
import { type Answer, asGuest, newCpf, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { Customer } from '#contract/customer.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

// All calls of a test need a connection at once.
const world = await createProviderWorld({ poolSize: 80 })
const { cafe, call, database } = world

type Person = Awaited<ReturnType<typeof world.registered>>

function change({ headers }: Pick<Person, 'headers'>, body: object): Promise<Answer> {
  return call('PUT /customer', { headers, body })
}

async function record({ headers }: Pick<Person, 'headers'>): Promise<Customer> {
  return (await call('GET /customer', { headers })).body as Customer
}

/** Sends `calls` while the customer's row is locked. Releases the lock when each of them waits. */
async function atOnce(
  { id }: Pick<Person, 'id'>,
  calls: (() => Promise<Answer>)[],
  meanwhile: (connection: Database) => Promise<unknown> = async () => undefined,
): Promise<Answer[]> {
  let answers: Promise<Answer[]> = Promise.resolve([])
  await transaction(database, async (connection) => {
    await row(
      connection,
      sql`select id from customer where company_id = ${cafe.id} and id = ${id} for update`,
    )
    answers = Promise.all(calls.map((send) => send()))
    await somebodyWaits(database, calls.length)
    await meanwhile(connection)
  })
  return answers
}

function sortedStatuses(answers: Answer[]): number[] {
  return answers.map(({ status }) => status).toSorted((one, other) => one - other)
}

const contact = ['Pelo menos uma forma de contato é necessária. Celular ou email.']

describe('concurrent calls of PUT /customer', () => {
  test('if two calls of PUT /customer each clear one contact, one is refused: one contact stays [R5.1]', async () => {
    const customer = await world.registered(cafe)
    await change(customer, { phone: '11987650001' })
    const answers = await atOnce(customer, [
      () => change(customer, { phone: null }),
      () => change(customer, { email: null, current_password: customer.password }),
    ])
    expect(sortedStatuses(answers)).toEqual([200, 422])
    const refused = answers.find(({ status }) => status === 422)!
    expect(errorOf(refused)).toMatchObject({ type: 'validation', fields: { email: contact } })
    const { email, phone } = await record(customer)
    expect([email, phone].filter((one) => one !== null)).toHaveLength(1)
  })

  test('concurrent changes of different fields of a customer are all kept [R4.3]', async () => {
    const customer = await world.registered(cafe)
    const changes = [
      { name: 'Ana de Lima' },
      { phone: '+5511987650002' },
      { sex: 'F' },
      { birthdate: '1985-02-03' },
      { opt_in_marketing: true },
      { address_street: 'Rua Augusta', address_number: '100' },
      { address_city: 'São Paulo', address_state: 'SP' },
    ]
    const answers = await atOnce(
      customer,
      changes.map((body) => () => change(customer, body)),
    )
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200))
    expect(await record(customer)).toMatchObject(Object.assign({}, ...changes))
  })

  test('of two concurrent new passwords one is refused, because its current password is stale [R4.3]', async () => {
    const customer = await world.registered(cafe)
    const { password: current_password } = customer
    const answers = await atOnce(
      customer,
      ['primeira-nova', 'segunda-nova'].map(
        (password) => () =>
          change(customer, { current_password, password, password_confirmation: password }),
      ),
    )
    expect(sortedStatuses(answers)).toEqual([200, 422])
    const refused = answers.find(({ status }) => status === 422)!
    expect(errorOf(refused).type).toBe('wrong_password')
  })

  test('restoring an email that a concurrent change replaced requires the current password [T12]', async () => {
    const customer = await world.registered(cafe)
    const [answer] = await atOnce(
      customer,
      [() => change(customer, { email: customer.email })],
      (connection) =>
        row(
          connection,
          sql`update customer set email = ${`novo-${customer.email}`}
               where company_id = ${cafe.id} and id = ${customer.id}`,
        ),
    )
    expect(errorOf(answer!).type).toBe('wrong_password')
  })

  test('two calls of one customer that set a pre-registered document both succeed [D3]', async () => {
    const document = newCpf()
    await world.generate(cafe, sale(document))
    const customer = await world.customerVia(person())
    const answers = await atOnce(customer, [
      () => change(customer, { document }),
      () => change(customer, { document, name: 'Rui de Prado' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(await record(customer)).toMatchObject({
      document,
      name: 'Rui de Prado',
      balance: { amount_balance: 100 },
    })
  })
})

test('a login with a password that is changed concurrently opens no session [T12]', async () => {
  const customer = await world.registered(cafe)
  const password_hash = await hash('outra-senha')
  const body = { identifier: customer.email, password: customer.password }
  const [answer] = await atOnce(
    customer,
    [() => call('POST /customer/login', { headers: asGuest(cafe), body })],
    (connection) =>
      row(
        connection,
        sql`update customer set password_hash = ${password_hash}
             where company_id = ${cafe.id} and id = ${customer.id}`,
      ),
  )
  expect(errorOf(answer!).type).toBe('wrong_credentials')
})

describe('a customer without email and phone', () => {
  const withoutContact = { code: '23514', constraint: 'customer_contact_check' }

  function clear({ id }: Pick<Person, 'id'>, erased_at: Date | null = null): Promise<unknown> {
    return rows(
      database,
      sql`update customer
             set email = null, phone = null, erased_at = ${erased_at}
           where company_id = ${cafe.id} and id = ${id}
          returning id`,
    )
  }

  test('the database refuses a customer without a contact, unless erased or pre-registered [R5.1]', async () => {
    const customer = await world.registered(cafe)
    await expect(clear(customer)).rejects.toMatchObject(withoutContact)
    await expect(clear(customer, world.now())).resolves.toHaveLength(1)
    const document = newCpf()
    await world.generate(cafe, sale(document))
    const waiting = await rows(
      database,
      sql`select id from customer
           where company_id = ${cafe.id} and document = ${document} and email is null and phone is null`,
    )
    expect(waiting).toHaveLength(1)
  })

  test('a customer registered without a contact cannot remove the first contact once it is added [R4.2]', async () => {
    const account = { sub: randomUUID(), sign_in_provider: 'facebook.com' }
    const token = await world.provider.idToken(account, now)
    const { id } = (await world.create(cafe, token)).body as Customer
    const customer = { id, headers: { 'company-id': cafe.id, authorization: `Bearer ${token}` } }
    expect(errorOf(await change(customer, { name: 'Rui' }))).toMatchObject({
      fields: { email: contact },
    })
    expect((await change(customer, { phone: '11987650003' })).status).toBe(200)
    expect(errorOf(await change(customer, { phone: null }))).toMatchObject({
      fields: { email: contact },
    })
    await expect(clear(customer)).rejects.toMatchObject(withoutContact)
  })
})
