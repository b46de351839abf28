/** Nodes whose lists of secrets differ, as while an operator replaces the secret (docs/decisions/028-rotated-secret.md). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { unsubscribeToken } from '#api/notification/unsubscribe.ts'
import { codesOf } from '#api/testing/worlds/phone.ts'
import { shopsOf } from '#api/testing/worlds/shop.ts'
import { applyTestCompany } from '#api/testing/worlds/test-company.ts'
import { asPartner, createWorld, errorOf, registration, sale } from '#api/testing/worlds/world.ts'
import { storedCredential } from '#api/wallet/stored-credential.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import { unsubscribePath } from '#contract/notification.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'
import { openPool, row, rows, sql } from '#database/sql.ts'

import { sealer } from './seal.ts'
import { openSealed } from './sealed-database.ts'
import type { ServerSecret } from './server-secret.ts'

const world = await createWorld()
const { database, cafe, secret: older } = world
const { companyWith, customerWith } = shopsOf(world)
const newer = { number: 2, bytes: Buffer.alloc(32, 'nova') }
/**
 * Secrets of a node before the operator switches their order, and after it. Each node opens what
 * the other seals.
 */
const announced: ServerSecret = { ...older, others: [newer] }
const switched: ServerSecret = { first: newer, others: [older.first], removedKeys: {} }
const nodes = {
  announced: await world.nodeWith(undefined, announced),
  switched: await world.nodeWith(undefined, switched),
}
const both = [
  [nodes.announced, nodes.switched],
  [nodes.switched, nodes.announced],
] as const

describe('a node opens what a node with another first secret sealed', () => {
  test.each(both)(
    'a node reads, withdraws and cancels vouchers that a node with another first secret sealed [D20]',
    async (one, other) => {
      const shop = await companyWith([{ value: 1 }, { value: 1, codes: { pool: 'a.txt' } }], {
        'a.txt': ['TROCA-1', 'TROCA-2'],
      })
      const customer = await customerWith(shop, 100)
      const headers = { ...customer.headers, 'idempotency-key': randomUUID() }
      const purchase = {
        headers,
        body: {
          customer_document: customer.document,
          products: shop.prizes.map((prize_id) => ({ prize_id, quantity: 2 })),
        },
      }
      const answer = await one.call('POST /voucher/generate', purchase)
      expect(answer.status, answer.text).toBe(201)
      const vouchers = answer.body as Voucher[]
      expect((await other.call('POST /voucher/generate', purchase)).text).toBe(answer.text)
      const list = await other.call('GET /voucher', { headers: customer.headers })
      expect(codesIn(list.body)).toEqual(codesIn(vouchers))
      for (const [at, { code }] of vouchers.entries()) {
        const till = { headers: asPartner(shop), params: { code } }
        expect((await other.call('GET /partner/voucher/{code}', till)).body).toMatchObject({ code })
        const verb = at % 2 ? ('withdraw' as const) : ('cancel' as const)
        const body = verb === 'withdraw' ? { subsidiary_name: 'Loja 1' } : {}
        const done = await other.call(`POST /partner/voucher/{code}/${verb}`, { ...till, body })
        expect(done.body).toMatchObject({
          code,
          state: verb === 'withdraw' ? 'WITHDRAWN' : 'CANCELLED',
        })
      }
    },
  )

  test.each(both)(
    'a node captures with the code that a node with another first secret shows the customer [T5 D20]',
    async (one, other) => {
      const customer = await world.confirmed(cafe, 100)
      const opened = await one.call('POST /partner/points/intention', {
        headers: asPartner(cafe),
        body: sale(customer.document, { points_amount: 10 }),
      })
      const { id } = opened.body as TillIntention
      const { code } = (await one.call('GET /points/intention', { headers: customer.headers }))
        .body as Intention
      const capture = (tried: string) =>
        other.call('POST /partner/points/intention/{id}/capture', {
          headers: asPartner(cafe),
          params: { id },
          body: { code: tried },
        })
      const wrong = code === '000000' ? '000001' : '000000'
      expect(errorOf(await capture(wrong)).type).toBe('wrong_code')
      expect((await capture(code!)).body).toMatchObject({ status: 'CAPTURED' })
    },
  )

  test.each(both)(
    'a member code finds the customer at a node with another first secret [D14 D20]',
    async (one, other) => {
      const { phoneOf, codeOf } = codesOf({ ...world, call: one.call })
      const phone = await phoneOf(cafe)
      const query = { code: await codeOf(phone) }
      const found = await other.call('GET /partner/customer', { headers: asPartner(cafe), query })
      expect(found.status, found.text).toBe(200)
      expect(found.body).toMatchObject({ id: phone.id, balance: { amount_balance: 100 } })
    },
  )

  test.each(both)(
    'a sale that is repeated at a node with another first secret gets the first answer [D3 D20]',
    async (one, other) => {
      const { document } = await world.registered(cafe)
      const body = sale(document)
      const sent = { headers: asPartner(cafe), body }
      const first = (await one.call('POST /partner/points/generate', sent)).body as GeneratedPoints
      const again = (await other.call('POST /partner/points/generate', sent))
        .body as GeneratedPoints
      expect(again.id).toBe(first.id)
      const changed = { ...body, purchase_value: body.purchase_value + 100 }
      const refused = await other.call('POST /partner/points/generate', { ...sent, body: changed })
      expect(errorOf(refused)).toMatchObject({ status: 422, type: 'idempotency_mismatch' })
    },
  )

  test.each(both)(
    'an erased customer is no newcomer at a node with another first secret [D16 D20]',
    async (one, other) => {
      const person = registration()
      const register = (node: (typeof both)[0][0]) =>
        node.call('POST /customer/create-via-email', {
          headers: { 'company-id': cafe.id, origin: `https://${cafe.hostname}` },
          body: { ...person, email: registration().email },
        })
      const answer = await register(one)
      expect(answer.status, answer.text).toBe(201)
      const { data, token } = answer.body as { data: { id: string }; token: string }
      const erased = await one.call('DELETE /customer', {
        headers: { 'company-id': cafe.id, authorization: `Bearer ${token}` },
        body: {
          forfeits: { points_amount: 0, points_value: 0, vouchers: 0 },
          current_password: person.password,
        },
      })
      expect(erased.status, erased.text).toBe(204)
      const again = (await register(other)).body as { data: { id: string } }
      expect(again.data.id).not.toBe(data.id)
      const stored = await row(
        database,
        sql`select is_returning from customer where company_id = ${cafe.id} and id = ${again.data.id}`,
      )
      expect(stored).toEqual({ is_returning: true })
    },
  )

  test('the unsubscribe link of a mail works at nodes with different first secrets [D21 D20]', async () => {
    const { id } = await world.registered(cafe)
    const one = { company_id: cafe.id, customer_id: id, kind: 'level_changed' } as const
    for (const signing of [announced, switched]) {
      const token = encodeURIComponent(unsubscribeToken(signing, one))
      for (const { app } of Object.values(nodes)) {
        const { body } = await app.inject({ url: `${unsubscribePath}?token=${token}` })
        expect(body).toContain('Parar de receber')
      }
    }
  })

  test('wallet credentials are opened by a node with another first secret [T16 D20]', async () => {
    for (const [at, one] of [announced, switched].entries()) {
      const slug = `passe-${at}`
      const needs = {
        slug,
        changes: {},
        codes: {},
        credentials: new Map([['google', '{"a":1}']] as const),
      }
      const { id } = await applyTestCompany({ database, secret: one }, needs, world.now())
      for (const secret of [announced, switched]) {
        expect(await storedCredential({ database, secret }, id, 'google')).toBe('{"a":1}')
      }
    }
  })
})

test('applying a pool with a new first secret adds no code twice, and sold codes stay sold [T16 D20]', async () => {
  const lines = ['PISCINA-1', 'piscina-2', 'PISCINA-3']
  const codes = { 'a.txt': lines }
  const changes = { prizes: [{ key: 'p', name: 'P', value: 1, codes: { pool: 'a.txt' } }] }
  const shop = await applyTestCompany(
    { database, secret: announced },
    { slug: 'piscina', changes, codes, credentials: new Map() },
    world.now(),
  )
  const customer = await customerWith(shop as Parameters<typeof customerWith>[0], 10)
  const [prize] = await rows<{ id: string }>(
    database,
    sql`select id from prize where company_id = ${shop.id}`,
  )
  const bought = await nodes.announced.call('POST /voucher/generate', {
    headers: customer.headers,
    body: {
      customer_document: customer.document,
      products: [{ prize_id: prize!.id, quantity: 1 }],
    },
  })
  expect(codesIn(bought.body)).toEqual(['PISCINA-1'])
  const stock = () =>
    row(
      database,
      sql`select count(*) as codes, count(voucher_id) as sold, count(distinct get_byte(sealed_code, 0)) as secrets
            from prize_code
           where company_id = ${shop.id}`,
    )
  expect(await stock()).toEqual({ codes: 3, sold: 1, secrets: 1 })
  for (const more of [[], ['PISCINA-4']]) {
    await applyTestCompany(
      { database, secret: switched },
      { slug: 'piscina', changes, codes: { 'a.txt': [...lines, ...more] }, credentials: new Map() },
      world.now(),
    )
    expect(await stock()).toEqual({ codes: 3 + more.length, sold: 1, secrets: 1 + more.length })
  }
})

describe('the server’s secrets at a start', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((letter) => Buffer.alloc(32, letter)) as [
    Buffer,
    Buffer,
    Buffer,
  ]
  const pool = openPool(world.url, 2)

  const numbersOf = async (list: Buffer[]) => {
    const { first, others } = await openSealed(pool, list)
    return [first, ...others].map(({ number }) => number)
  }

  test('secrets are numbered; a list of secrets that cannot open everything stored is refused [T16 D20]', async () => {
    await database.query('truncate server_secret cascade')
    expect(await numbersOf([a])).toEqual([1])
    await expect(numbersOf([b])).rejects.toThrow('not the one that this database is sealed with')
    const oldNode = openPool(world.url, 1, undefined, { application_name: 'fiel 0123abcd' })
    await oldNode.query('select 1')
    await expect(numbersOf([b, a])).rejects.toThrow(
      'The first secret of FIEL_SECRET is new to this database, and a process without it runs',
    )
    await oldNode.end()
    expect(await numbersOf([a, b])).toEqual([1, 2])
    // Nothing is sealed with the second secret yet, so a node without it may still start.
    expect(await numbersOf([a])).toEqual([1])
    expect(await numbersOf([b, a])).toEqual([2, 1])
    expect(await numbersOf([a, b])).toEqual([1, 2])
    for (const list of [[a], [b], [a, c]]) {
      await expect(numbersOf(list)).rejects.toThrow(
        'FIEL_SECRET lacks a secret that this database is sealed with',
      )
    }
    await database.query('update server_secret set closed_at = now() where number = 1')
    await expect(numbersOf([a, b])).rejects.toThrow(
      'was replaced by fiel reseal: put the newer one first',
    )
    await expect(numbersOf([b])).rejects.toThrow('lacks a secret')
    await database.query('update server_secret set retired_at = now() where number = 1')
    expect(await numbersOf([b])).toEqual([2])
    expect(await numbersOf([b, a])).toEqual([2, 1])
    expect(await numbersOf([b, c])).toEqual([2, 3])
    await database.query('truncate server_secret cascade')
    await pool.end()
  })
})

test('a new secret may come first while no other process runs; older sealed values still open [D20]', async () => {
  const pool = openPool(world.url, 2)
  const [a, b] = [Buffer.alloc(32, 'um'), Buffer.alloc(32, 'dois')]
  try {
    const before = await openSealed(pool, [a])
    const sealed = sealer(before, 'voucher').seal(cafe.id, 'ABC')
    const after = await openSealed(pool, [b, a])
    expect([after.first.number, ...after.others.map(({ number }) => number)]).toEqual([2, 1])
    expect(sealer(after, 'voucher').open(cafe.id, sealed)).toBe('ABC')
    await expect(openSealed(pool, [a])).rejects.toThrow('lacks a secret')
  } finally {
    await database.query('truncate server_secret cascade')
    await pool.end()
  }
})

test('the database refuses a voucher that is sealed with a closed secret [T16 D20]', async () => {
  await database.query(`
    insert into server_secret (number, proof, sealing_since, closed_at) values (1, '\\x01', now(), now())`)
  const shop = await companyWith([{ value: 1 }])
  const customer = await customerWith(shop, 10)
  const purchase = {
    headers: customer.headers,
    body: {
      customer_document: customer.document,
      products: [{ prize_id: shop.prizes[0]!, quantity: 1 }],
    },
  }
  const refused = await nodes.announced.call('POST /voucher/generate', purchase)
  expect(errorOf(refused)).toEqual({ status: 500, type: 'internal' })
  expect((await nodes.switched.call('POST /voucher/generate', purchase)).status).toBe(201)
  const { headers } = customer
  const balance = await nodes.switched.call('GET /customer/balance', { headers })
  expect(balance.body).toMatchObject({ amount_balance: 9 })
  expect((await nodes.switched.call('GET /voucher', { headers })).body).toHaveLength(1)
  await database.query('truncate server_secret cascade')
})

function codesIn(vouchers: unknown): string[] {
  return (vouchers as Voucher[]).map(({ code }) => code).toSorted()
}
