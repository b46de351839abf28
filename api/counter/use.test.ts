/** Points at the counter: the request on the customer's phone, the sale that uses them, returns and vouchers (D15, D5). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { asPartner, createWorld, errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { CapturedSale, CountedSale } from '#contract/console/counter.ts'
import type { ErrorBody } from '#contract/error.ts'
import type { Intention, TillIntention } from '#contract/intention.ts'
import type { Voucher } from '#contract/voucher.ts'
import { rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { call, database } = world
const subsidiaries = [{ name: 'Centro' }, { name: 'Praia' }]
const prizes = [{ key: 'um', name: 'Pão', value: 10, stock: 100 }]
const shop = await world.createCompany('padaria', { subsidiaries, prizes })
const rui = await staffOf(world, shop, 'cashier', { name: 'Rui Lima', shops: ['Centro'] })
const eva = await staffOf(world, shop, 'cashier', { name: 'Eva Reis', shops: ['Centro', 'Praia'] })

type Staff = { headers: Record<string, string> }
type Customer = Awaited<ReturnType<typeof world.confirmed>>

function ask(customer: { id: string }, changes: object = {}, { headers }: Staff = rui) {
  return call('POST /admin/counter/intention', {
    headers,
    body: {
      shop: 'Centro',
      customer: { id: customer.id },
      purchase_value: 4_290,
      points_amount: 200,
      external_id: randomUUID(),
      ...changes,
    },
  })
}

async function asked(customer: { id: string }, changes: object = {}): Promise<TillIntention> {
  const answer = await ask(customer, changes)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as TillIntention
}

function onIntention(id: string, act: 'capture' | 'cancel', changes: object = {}, by: Staff = rui) {
  return call(`POST /admin/counter/intention/{id}/${act}`, {
    headers: by.headers,
    params: { id },
    body: { shop: 'Centro', ...changes },
  })
}

async function sold(customer: { id: string }, by: Staff = rui): Promise<CountedSale> {
  const answer = await call('POST /admin/counter/sale', {
    headers: by.headers,
    body: {
      shop: 'Centro',
      customer: { id: customer.id },
      purchase_value: 4_290,
      external_id: randomUUID(),
    },
  })
  expect(answer.status, answer.text).toBe(201)
  return answer.body as CountedSale
}

function giveBack(id: string, changes: object = {}, { headers }: Staff = rui) {
  return call('POST /admin/counter/record/{id}/return', {
    headers,
    params: { id },
    body: { shop: 'Centro', external_id: randomUUID(), ...changes },
  })
}

async function codeOf({ headers }: Customer): Promise<string> {
  return ((await call('GET /points/intention', { headers })).body as Intention).code!
}

async function confirm({ headers }: Customer, id: string): Promise<void> {
  const answer = await call('POST /points/intention/{id}/confirm', { headers, params: { id } })
  expect(answer.status, answer.text).toBe(200)
}

async function balanceOf({ headers }: Customer): Promise<number> {
  const { body } = await call('GET /customer/balance', { headers })
  return (body as { amount_balance: number }).amount_balance
}

async function sentencesOn(customer: { id: string }): Promise<string[]> {
  const found = await rows<{ sentence: string }>(
    database,
    sql`select content ->> 'sentence' as sentence
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${shop.id} and subject = ${customer.id}
         order by sequence`,
  )
  return found.map(({ sentence }) => sentence)
}

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

const wrong = (code: string) => (code === '000000' ? '000001' : '000000')

describe('a request for points', () => {
  test('opens on the phone; after the yes the points and the sale are recorded together [D15 D5]', async () => {
    const person = await world.confirmed(shop, 500)
    const { id } = await asked(person)
    expect(errorOf(await onIntention(id, 'capture')).type).toBe('authorization_required')
    await confirm(person, id)
    const state = await call('GET /admin/counter/intention/{id}', {
      headers: rui.headers,
      params: { id },
      query: { shop: 'Centro' },
    })
    expect(state.body).toMatchObject({ status: 'AUTHORIZED' })
    const answer = await onIntention(id, 'capture')
    expect(answer.status, answer.text).toBe(201)
    const { intention, sale: made } = answer.body as CapturedSale
    expect(intention.captured).toMatchObject({ points_amount: 200 })
    // 200 points pay R$ 2,00, and the rest of R$ 40,90 earns 40 points.
    expect(made).toMatchObject({ points_amount: 40, balance: { amount_balance: 340 } })
    expect(await balanceOf(person)).toBe(340)
    expect(await sentencesOn(person)).toEqual([
      'Rui Lima pediu 200 pontos (R$\u00a02,00) a Ana L.',
      'Rui Lima registrou uma venda de R$\u00a042,90 para Ana L., com 200 pontos (R$\u00a02,00)',
    ])
    // A repeat gets the first answer and adds nothing.
    expect((await onIntention(id, 'capture')).body).toEqual(answer.body)
    expect(await sentencesOn(person)).toHaveLength(2)
    await auditIsClean()
  })

  test('is captured with the code that the customer says; a wrong code counts and is told [D15 T5]', async () => {
    const person = await world.confirmed(shop, 500)
    const { id } = await asked(person, { points_amount: undefined, points_value: 300 })
    const code = await codeOf(person)
    const refused = await onIntention(id, 'capture', { code: wrong(code) })
    expect(errorOf(refused)).toMatchObject({ type: 'wrong_code', details: { attempts_left: 4 } })
    expect((refused.body as ErrorBody).message).toContain('Restam 4 tentativas')
    expect(await sentencesOn(person)).toHaveLength(1)
    expect((await onIntention(id, 'capture', { code })).status).toBe(201)
    expect(await balanceOf(person)).toBe(500 - 300 + 39)
    expect(errorOf(await onIntention(id, 'cancel')).type).toBe('intention_over')
  })

  test('ends with the fifth wrong code, and the points are free [D15 T5]', async () => {
    const person = await world.confirmed(shop, 500)
    const { id } = await asked(person)
    const code = wrong(await codeOf(person))
    for (let time = 0; time < 5; time += 1) {
      expect(errorOf(await onIntention(id, 'capture', { code })).type).toBe('wrong_code')
    }
    expect(errorOf(await onIntention(id, 'capture')).type).toBe('intention_over')
    expect(await balanceOf(person)).toBe(500)
  })

  test('is cancelled once, with an entry; another person cannot see or end it [D15 T4]', async () => {
    const person = await world.confirmed(shop, 500)
    const { id } = await asked(person)
    for (const act of ['capture', 'cancel'] as const) {
      expect(errorOf(await onIntention(id, act, {}, eva)).type).toBe('not_found')
    }
    const query = { shop: 'Centro' }
    const seen = await call('GET /admin/counter/intention/{id}', {
      headers: eva.headers,
      params: { id },
      query,
    })
    expect(errorOf(seen).type).toBe('not_found')
    expect((await onIntention(id, 'cancel')).status).toBe(204)
    expect((await onIntention(id, 'cancel')).status).toBe(204)
    expect(await balanceOf(person)).toBe(500)
    expect((await sentencesOn(person)).at(-1)).toBe(
      'Rui Lima desistiu de um pedido de pontos a Ana L.',
    )
    expect(await sentencesOn(person)).toHaveLength(2)
  })

  test('whose sale is refused keeps the points held: both happen or neither [D15]', async () => {
    const person = await world.confirmed(shop, 500)
    const { id } = await asked(person)
    await confirm(person, id)
    const refused = await onIntention(id, 'capture', { calculation_rule_id: 'nenhuma' })
    expect(errorOf(refused).type).toBe('unknown_calculation_rule')
    expect(await balanceOf(person)).toBe(300)
    expect((await onIntention(id, 'capture')).status).toBe(201)
    await auditIsClean()
  })

  test('is read and cancelled by its person after the shop has left the list or is not theirs [D15 D3]', async () => {
    const place = await world.createCompany('quitanda', { subsidiaries })
    const lia = await staffOf(world, place, 'cashier', { shops: ['Praia'] })
    const bia = await staffOf(world, place, 'cashier', { shops: ['Centro'] })
    const person = await world.confirmed(place, 500)
    const askAtTheBeach = async () => {
      const answer = await ask(person, { shop: 'Praia' }, lia)
      expect(answer.status, answer.text).toBe(201)
      return (answer.body as TillIntention).id
    }
    const cancelBy = (id: string, by: Staff) => onIntention(id, 'cancel', { shop: 'Praia' }, by)
    const read = (id: string, by: Staff) =>
      call('GET /admin/counter/intention/{id}', {
        headers: by.headers,
        params: { id },
        query: { shop: 'Praia' },
      })
    const first = await askAtTheBeach()
    await rows(database, sql`update staff set shops = '{Centro}' where id = ${lia.id}`)
    expect((await cancelBy(first, lia)).status).toBe(204)
    await rows(database, sql`update staff set shops = '{Praia}' where id = ${lia.id}`)

    const second = await askAtTheBeach()
    await world.createCompany('quitanda', { subsidiaries: [{ name: 'Centro' }] })
    expect((await read(second, lia)).body).toMatchObject({ status: 'PENDING' })
    const capture = await onIntention(second, 'capture', { shop: 'Praia' }, lia)
    expect(errorOf(capture).type).toBe('unknown_subsidiary')
    for (const refused of [
      await cancelBy(second, bia),
      await read(second, bia),
      await cancelBy(randomUUID(), lia),
    ]) {
      expect(errorOf(refused).type).toBe('unknown_subsidiary')
    }
    expect((await cancelBy(second, lia)).status).toBe(204)
    expect((await read(second, lia)).body).toMatchObject({ status: 'CANCELLED' })
    const { body } = await call('GET /customer/balance', { headers: person.headers })
    expect(body).toMatchObject({ amount_balance: 500 })
  })

  test('is refused for a customer without a confirmed contact, and beside an open one [D15 T6]', async () => {
    const pre = await call('POST /partner/points/generate', {
      headers: asPartner(shop),
      body: sale(newCpf(), { subsidiary_name: 'Centro' }),
    })
    const { customer_id } = pre.body as CountedSale
    const unconfirmed = await ask({ id: customer_id }, { points_amount: 10 })
    expect(errorOf(unconfirmed).type).toBe('contact_unconfirmed')
    const person = await world.confirmed(shop, 500)
    await asked(person)
    expect(errorOf(await ask(person)).type).toBe('intention_open')
    const poor = await world.confirmed(shop, 10)
    const refused = await ask(poor)
    expect(errorOf(refused).type).toBe('insufficient_balance')
    expect((refused.body as ErrorBody).message).toContain('O cliente')
    expect(errorOf(await ask(poor, { points_amount: 10, purchase_value: 5 })).type).toBe(
      'points_exceed_purchase',
    )
  })

  test('more than 10 in an hour of one person to one customer wait, as those of a till [D15 T6]', async () => {
    const person = await world.confirmed(shop, 500)
    for (let time = 0; time < 10; time += 1) {
      const { id } = await asked(person)
      expect((await onIntention(id, 'cancel')).status).toBe(204)
    }
    expect(errorOf(await ask(person)).type).toBe('too_many_requests')
  })

  test('a decline lets the shop ask once more, for less [D15 D13]', async () => {
    const person = await world.confirmed(shop, 500)
    const { id } = await asked(person)
    await call('DELETE /points/intention/{id}', { headers: person.headers, params: { id } })
    expect(errorOf(await ask(person)).type).toBe('intention_declined')
    expect((await ask(person, { points_amount: 100 })).status).toBe(201)
  })

  test('sent again with its external_id gets the same request, and other content is refused [D15]', async () => {
    const person = await world.confirmed(shop, 500)
    const external_id = randomUUID()
    const first = await asked(person, { external_id })
    expect(await asked(person, { external_id })).toEqual(first)
    const other = await ask(person, { external_id, points_amount: 1 })
    expect(errorOf(other).type).toBe('idempotency_mismatch')
    expect(await sentencesOn(person)).toHaveLength(1)
  })
})

describe('a return', () => {
  test('takes a sale back in parts and once, with an entry each [D15 D4]', async () => {
    const person = await world.confirmed(shop)
    const { id } = await sold(person)
    const external_id = randomUUID()
    const part = await giveBack(id, { returned_value: 2_000, external_id })
    expect(part.status, part.text).toBe(201)
    expect(part.body).toMatchObject({ is_repeat: false })
    expect((await giveBack(id, { returned_value: 2_000, external_id })).body).toEqual({
      ...(part.body as object),
      is_repeat: true,
    })
    expect(errorOf(await giveBack(id, { returned_value: 3_000 })).type).toBe(
      'return_exceeds_purchase',
    )
    expect(errorOf(await giveBack(id, { returned_value: 1_000, external_id })).type).toBe(
      'idempotency_mismatch',
    )
    expect((await giveBack(id)).status).toBe(201)
    expect(errorOf(await giveBack(id)).type).toBe('already_reversed')
    expect(await balanceOf(person)).toBe(0)
    expect((await sentencesOn(person)).slice(1)).toEqual([
      'Rui Lima devolveu R$\u00a020,00 de uma venda de Ana L.',
      'Rui Lima devolveu R$\u00a022,90 de uma venda de Ana L.',
    ])
    await auditIsClean()
  })

  test('undoes a use of points, in full only [D15 D4]', async () => {
    const person = await world.confirmed(shop, 500)
    const { id } = await asked(person)
    await confirm(person, id)
    const { intention } = (await onIntention(id, 'capture')).body as CapturedSale
    const use = intention.captured!.record_id
    expect(errorOf(await giveBack(use, { returned_value: 100 })).type).toBe('consumption_is_whole')
    expect((await giveBack(use)).status).toBe(201)
    expect(await balanceOf(person)).toBe(540)
    expect((await sentencesOn(person)).at(-1)).toBe(
      'Rui Lima desfez o uso de 200 pontos (R$\u00a02,00) de Ana L.',
    )
  })

  test('of a sale by a colleague in the shop is possible; of another shop or a till it is not found [D15]', async () => {
    const person = await world.confirmed(shop, 100)
    const { id } = await sold(person)
    expect(errorOf(await giveBack(id, { shop: 'Praia' }, eva)).type).toBe('not_found')
    expect((await giveBack(id, {}, eva)).status).toBe(201)
    const [ofTill] = await rows<{ id: string }>(
      database,
      sql`select id from points_record where customer_id = ${person.id} and sequence = 1`,
    )
    expect(errorOf(await giveBack(ofTill!.id)).type).toBe('not_found')
  })
})

describe('a voucher', () => {
  async function redeemed(person: Customer): Promise<Voucher> {
    const { headers, document } = person
    const prizes = (await call('GET /prize', { headers })).body as { id: string }[]
    const answer = await call('POST /voucher/generate', {
      headers,
      body: {
        customer_document: document,
        products: [{ prize_id: prizes[0]!.id, quantity: 1 }],
      },
    })
    return (answer.body as Voucher[])[0]!
  }

  const look = (code: string, { headers }: Staff = rui) =>
    call('POST /admin/counter/voucher', { headers, body: { shop: 'Centro', code } })
  const withdraw = (code: string, external_id: string = randomUUID()) =>
    call('POST /admin/counter/voucher/withdraw', {
      headers: rui.headers,
      body: { shop: 'Centro', code, external_id },
    })

  test('is shown and handed over once; a repeat of the call gets the same answer [D15 D8]', async () => {
    const person = await world.confirmed(shop, 100)
    const { code } = await redeemed(person)
    expect((await look(code.toLowerCase())).body).toMatchObject({
      state: 'TO_WITHDRAW',
      prize: { name: 'Pão' },
    })
    const external_id = randomUUID()
    const first = await withdraw(code, external_id)
    expect(first.status, first.text).toBe(200)
    expect(first.body).toMatchObject({
      state: 'WITHDRAWN',
      withdrawn_at_subsidiary: 'Centro',
    })
    expect((await withdraw(code, external_id)).body).toEqual(first.body)
    expect(errorOf(await withdraw(code)).type).toBe('voucher_withdrawn')
    expect(await sentencesOn(person)).toEqual(['Rui Lima entregou Pão a Ana L.'])
  })

  test('of an unknown code is refused, and many guesses of a person wait [D15 T16]', async () => {
    const guess = (code: string) => look(code, eva)
    expect(errorOf(await withdraw('NADA')).type).toBe('voucher_not_found')
    const types = new Set<string>()
    for (let time = 0; time < 40 && !types.has('too_many_requests'); time += 1) {
      types.add(errorOf(await guess(`NADA${time}`)).type)
    }
    expect([...types]).toEqual(['voucher_not_found', 'too_many_requests'])
  })
})
