/** `fiel reseal`: before, during, after, and then with the new secret alone (docs/decisions/028-rotated-secret.md). */

import { randomUUID } from 'node:crypto'

import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { openSealed } from '#api/secret/sealed-database.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { shopsOf } from '#api/testing/worlds/shop.ts'
import { asGuest, asPartner, createWorld, registration, sale } from '#api/testing/worlds/world.ts'
import { voucherCodes } from '#api/voucher/code/sealed-code.ts'
import { storedCredential } from '#api/wallet/stored-credential.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { Voucher } from '#contract/voucher.ts'
import { openPool, row, rows, sql, timeLimits, transaction } from '#database/sql.ts'

import { reseal } from './reseal.ts'

const world = await createWorld()
const { database } = world
const { companyWith, customerWith } = shopsOf(world)
const older = world.secret.first.bytes
const newer = Buffer.alloc(32, 'nova')
const pool = openPool(world.url, 5)
afterAll(() => pool.end())

/** An empty database with the old secret, whose nodes have been started with both. */
beforeEach(async () => {
  await database.query('truncate server_secret, company cascade')
  for (const list of [[older], [older, newer]]) await openSealed(pool, list)
})

/** Runs the command with the list, and returns what it printed. */
async function resealed(secret: ServerSecret, changes: object = {}) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const options = { database: pool, secret, print, now: new Date(), watch_ms: 0 }
  const isDone = await reseal({ ...options, batchSize: 2, ...changes })
  return { isDone, lines }
}

/** A shop with sold and free codes, a wallet, a repeated purchase and a sale. */
async function busyShop() {
  const shop = await companyWith([{ value: 1 }, { value: 1, codes: { pool: 'a.txt' } }], {
    'a.txt': ['LACRE-1', 'lacre-2', 'Lacre-3', 'LACRE-4', 'LACRE-5'],
  })
  const customer = await customerWith(shop, 100)
  const purchase = {
    headers: { ...customer.headers, 'idempotency-key': randomUUID() },
    body: {
      customer_document: customer.document,
      products: shop.prizes.map((prize_id) => ({ prize_id, quantity: 2 })),
    },
  }
  const bought = await world.call('POST /voucher/generate', purchase)
  expect(bought.status, bought.text).toBe(201)
  const earning = { headers: asPartner(shop), body: sale(customer.document) }
  const earned = await world.call('POST /partner/points/generate', earning)
  return { shop, customer, purchase, bought, earning, earned }
}

type Node = Awaited<ReturnType<typeof world.nodeWith>>

/** Everything that was stored before still works at `node`. */
async function expectWorking(node: Node, busy: Awaited<ReturnType<typeof busyShop>>) {
  const { shop, customer, purchase, bought, earning, earned } = busy
  expect((await node.call('POST /voucher/generate', purchase)).text).toBe(bought.text)
  for (const { code } of bought.body as Voucher[]) {
    const params = { code: code.toLowerCase() }
    const found = await node.call('GET /partner/voucher/{code}', {
      headers: asPartner(shop),
      params,
    })
    expect(found.body).toMatchObject({ code })
  }
  const { headers } = customer
  const listed = (await node.call('GET /voucher', { headers })).body as Voucher[]
  expect(listed.map(({ code }) => code).toSorted()).toEqual(
    (bought.body as Voucher[]).map(({ code }) => code).toSorted(),
  )
  const again = await node.call('POST /partner/points/generate', earning)
  expect(again.body).toMatchObject({ id: (earned.body as GeneratedPoints).id })
}

const sealedWith = (number: number) =>
  row(
    database,
    sql`select (select count(*) from voucher where get_byte(sealed_code, 0) <> ${number}) as vouchers,
               (select count(*) from prize_code where get_byte(sealed_code, 0) <> ${number}) as codes,
               (select count(*) from wallet_credential where get_byte(sealed, 0) <> ${number}) as wallets,
               (select count(*) from idempotency where has_other_seal(result, ${number})) as answers`,
  )

test('`fiel reseal` moves every value to the first secret; then a node needs that one alone [T16 D20]', async () => {
  const busy = await busyShop()
  const { id } = await world.createCompany('passe', {}, {}, new Map([['google', '{"a":1}']]))
  const person = registration()
  const guest = { headers: asGuest(busy.shop), body: person }
  const left = await world.call('POST /customer/create-via-email', guest)
  const { token } = left.body as { token: string }
  const erased = await world.call('DELETE /customer', {
    headers: { ...guest.headers, authorization: `Bearer ${token}` },
    body: {
      forfeits: { points_amount: 0, points_value: 0, vouchers: 0 },
      current_password: person.password,
    },
  })
  expect(erased.status, erased.text).toBe(204)

  const switched = await openSealed(pool, [newer, older])
  const during = await world.nodeWith(undefined, switched)
  await expectWorking(during, busy)
  const first = await resealed(switched)
  expect(first).toEqual({
    isDone: true,
    lines: [
      'To seal: 4 vouchers, 5 codes of pools, 1 credentials of wallets, 1 stored answers.',
      'Sealed: 4 vouchers, 5 codes of pools, 1 credentials of wallets, 1 stored answers.',
      expect.stringMatching(
        /^Nothing that is stored needs the other secrets\. Remove them from FIEL_SECRET after \d{4}-\d\d-\d\d: /,
      ),
    ],
  })
  expect(await sealedWith(2)).toEqual({ vouchers: 0, codes: 0, wallets: 0, answers: 0 })
  await expectWorking(during, busy)
  expect((await resealed(switched)).lines[0]).toBe('Everything is sealed with the first secret.')

  const alone = await openSealed(pool, [newer])
  expect(alone).toMatchObject({ first: { number: 2 }, others: [] })
  const after = await world.nodeWith(undefined, alone)
  await expectWorking(after, busy)
  expect(await storedCredential({ database, secret: alone }, id, 'google')).toBe('{"a":1}')
  const returned = await after.call('POST /customer/create-via-email', guest)
  const { data } = returned.body as { data: { id: string } }
  const stored = await row(
    database,
    sql`select is_returning from customer where company_id = ${busy.shop.id} and id = ${data.id}`,
  )
  expect(stored).toEqual({ is_returning: true })
  expect((await resealed(alone)).isDone).toBe(true)

  // The keys of hashes are sealed again with the next secret.
  const third = Buffer.alloc(32, 'terceira')
  await openSealed(pool, [newer, third])
  expect((await resealed(await openSealed(pool, [third, newer]))).isDone).toBe(true)
  const last = await world.nodeWith(undefined, await openSealed(pool, [third]))
  await expectWorking(last, busy)
})

test('`fiel reseal` closes no secret while a process with another first secret is connected [T16 D20]', async () => {
  const busy = await busyShop()
  const switched = await openSealed(pool, [newer, older])
  const behind = openPool(world.url, 1, timeLimits, { application_name: 'fiel 0123abcd' })
  await behind.query('select 1')
  const first = await resealed(switched)
  expect(first.isDone).toBe(false)
  expect(first.lines.at(-1)).toContain(
    'A process still has another first secret (127.0.0.1): put the new one first in its FIEL_SECRET, restart it, and run this again.',
  )
  await behind.end()
  await expectWorking(await world.nodeWith(undefined, switched), busy)
  await expect(openSealed(pool, [newer])).rejects.toThrow('lacks a secret')
})

describe('what cannot be sealed again', () => {
  test('`fiel reseal` skips and counts a locked row; a second run finishes [D20]', async () => {
    const { shop } = await busyShop()
    const switched = await openSealed(pool, [newer, older])
    const first = await transaction(database, async (connection) => {
      await rows(
        connection,
        sql`select from prize_code where company_id = ${shop.id} order by code_key limit 1 for update`,
      )
      return resealed(switched)
    })
    expect(first.isDone).toBe(false)
    expect(first.lines.at(-1)).toContain('Left: 1 codes of pools.')
    expect((await resealed(switched)).isDone).toBe(true)
  })

  test('`fiel reseal` names a damaged code and a code stored twice, and keeps the old secret [D20]', async () => {
    const { shop } = await busyShop()
    const switched = await openSealed(pool, [newer, older])
    const [damaged, twice] = await rows<{
      code_key: Buffer
      sealed_code: Buffer
      prize_id: string
    }>(
      database,
      sql`select code_key, sealed_code, prize_id
            from prize_code
           where company_id = ${shop.id} and voucher_id is null
           order by position`,
    )
    await rows(
      database,
      sql`update prize_code
             set sealed_code = set_byte(sealed_code, 20, 255 - get_byte(sealed_code, 20))
           where company_id = ${shop.id} and code_key = ${damaged!.code_key}`,
    )
    const { code_key, sealed_code } = voucherCodes(switched).resealed(shop.id, twice!.sealed_code)
    await rows(
      database,
      sql`insert into prize_code (company_id, code_key, sealed_code, prize_id, position)
          values (${shop.id}, ${code_key}, ${sealed_code}, ${twice!.prize_id}, 99)`,
    )
    const { isDone, lines } = await resealed(switched)
    expect(isDone).toBe(false)
    const unsealedLines = lines.filter((line) => line.startsWith('Not sealed: ')).join('\n')
    expect(unsealedLines).toContain(
      `${damaged!.code_key.toString('hex')} of codes of pools of company ${shop.id}`,
    )
    expect(unsealedLines).toContain('duplicate key value violates unique constraint')
    expect(lines.at(-1)).toBe('2 values still need another secret: keep it in FIEL_SECRET.')
    await expect(openSealed(pool, [newer])).rejects.toThrow('lacks a secret')
    await rows(
      database,
      sql`delete from prize_code where company_id = ${shop.id} and code_key = any (${[damaged!.code_key, twice!.code_key]})`,
    )
    expect((await resealed(switched)).isDone).toBe(true)
  })
})
