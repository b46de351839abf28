/** What somebody of a company should look at: each source makes its item once, and closing is for good (D15 T6 T17 T18). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { countAttempt } from '#api/attempt/attempt.ts'
import { makePartnerKey } from '#api/partner/partner-key.ts'
import { eraseCustomer } from '#api/privacy/erase.ts'
import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { newCpf } from '#api/testing/samples/cpf.ts'
import { actsOn, staffOf } from '#api/testing/worlds/staff.ts'
import {
  asPartner,
  createWorld,
  errorOf,
  sale,
  type TestCompany,
} from '#api/testing/worlds/world.ts'
import type { ReviewItem, ReviewKind } from '#contract/console/review.ts'
import { reviewFrom } from '#contract/console/review.ts'
import type { TillIntention } from '#contract/intention.ts'

import { findForReview } from './find.ts'

const world = await createWorld()
const { cafe, posto, call, database } = world
const ana = await staffOf(world, cafe, 'manager', { name: 'Ana Prado' })
const rui = await staffOf(world, posto, 'manager')
const today = '2026-11-20'

async function openOf(by: { headers: Record<string, string> } = ana): Promise<ReviewItem[]> {
  const { body } = await call('GET /admin/review', { headers: by.headers })
  return (body as { items: ReviewItem[] }).items
}

/** Runs the job twice, and returns the items of a kind about this subject. */
async function found(kind: ReviewKind, subject?: string): Promise<ReviewItem[]> {
  await findForReview(database, world.now())
  await findForReview(database, world.now())
  const items = (await openOf()).filter((item) => item.kind === kind)
  return items.filter(({ customer, key, staff }) =>
    [undefined, customer?.id, kind.startsWith('key_') ? key?.id : undefined, staff?.id].includes(
      subject,
    ),
  )
}

async function sell(document: string, times: number, company: TestCompany = cafe): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    expect((await world.generate(company, sale(document, { purchase_value: 100 }))).status).toBe(
      201,
    )
  }
}

/** Enters wrong codes for new authorisations of a customer: 5 void each. */
async function guess(customer: { document: string }, wrong: number): Promise<void> {
  let left = wrong
  while (left > 0) {
    const opened = await call('POST /partner/points/intention', {
      headers: asPartner(cafe),
      body: sale(customer.document, { points_amount: 10, subsidiary_name: 'Loja 7' }),
    })
    expect(opened.status, opened.text).toBe(201)
    const { id } = opened.body as TillIntention
    for (let n = 0; n < Math.min(5, left); n += 1) {
      await call('POST /partner/points/intention/{id}/capture', {
        headers: asPartner(cafe),
        params: { id },
        body: { code: '000000' },
      })
    }
    left -= 5
  }
}

function adjust(by: { headers: Record<string, string> }, id: string) {
  return call('POST /admin/customer/{id}/adjustment', {
    headers: by.headers,
    params: { id },
    body: { points_amount: 1, reason: 'Cortesia', key: randomUUID() },
  })
}

function close(id: string, by = ana, note = 'Cliente compra para a empresa') {
  return call('POST /admin/review/{id}/close', {
    headers: by.headers,
    params: { id },
    body: { note },
  })
}

describe('the job', () => {
  test('finds a customer with many sales on a day once, and none below the threshold [D15]', async () => {
    const [busy, calm] = [await world.registered(cafe), await world.registered(cafe)]
    await sell(busy.document, reviewFrom.sales)
    await sell(calm.document, reviewFrom.sales - 1)
    expect(await found('many_sales', calm.id)).toEqual([])
    expect(await found('many_sales', busy.id)).toEqual([
      {
        id: expect.any(String),
        kind: 'many_sales',
        day: today,
        events: reviewFrom.sales,
        first_at: '2026-11-20T15:00:00.000Z',
        last_at: '2026-11-20T15:00:00.000Z',
        customer: { id: busy.id, name: 'Ana L.' },
        key: null,
        staff: null,
        network: null,
        shop: 'Loja 1',
      },
    ])
    await sell(busy.document, 1)
    expect(await found('many_sales', busy.id)).toMatchObject([{ events: reviewFrom.sales + 1 }])
  })

  test('finds a customer whose codes were guessed, with till key and shop [D15 T6]', async () => {
    const [guessed, mistyped] = [await world.confirmed(cafe, 100), await world.confirmed(cafe, 100)]
    await guess(guessed, reviewFrom.wrong_codes)
    await guess(mistyped, reviewFrom.wrong_codes - 1)
    expect(await found('wrong_codes', mistyped.id)).toEqual([])
    expect(await found('wrong_codes', guessed.id)).toMatchObject([
      { events: reviewFrom.wrong_codes, shop: 'Loja 7', key: { name: expect.any(String) } },
    ])
  })

  test('finds a network that used up the newcomers’ promotion, by a mark [D15 T17]', async () => {
    const activate = (address: string) =>
      countAttempt(database, { company_id: cafe.id, action: 'newcomer', address }, world.now())
    for (let n = 0; n < 30; n += 1) await activate('203.0.113.9')
    expect(await found('newcomer_network')).toEqual([])
    await activate('203.0.113.9')
    expect(await found('newcomer_network')).toMatchObject([
      { day: today, events: 31, network: expect.stringMatching(/^[0-9a-f]{8}$/), customer: null },
    ])
  })

  test('finds a till key that gave nearly all of its points of the day [D15 T18]', async () => {
    const { document } = await world.registered(cafe)
    const keyOf = (most_points_per_day: number) =>
      makePartnerKey(database, cafe.id, 'Caixa 9', world.now(), { most_points_per_day })
    const [near, far] = [await keyOf(100), await keyOf(101)]
    for (const { key } of [near, far]) {
      const body = sale(document, { purchase_value: 9_000 })
      const sold = await call('POST /partner/points/generate', {
        headers: asPartner({ key }),
        body,
      })
      expect(sold.status, sold.text).toBe(201)
    }
    expect(await found('key_points', far.id)).toEqual([])
    expect(await found('key_points', near.id)).toMatchObject([
      { day: today, events: 90, key: { id: near.id, name: 'Caixa 9' } },
    ])
  })

  test('finds a till key that was blocked for its misses [D15 T18]', async () => {
    const limits = { most_misses_per_hour: 3 }
    const { id, key } = await makePartnerKey(database, cafe.id, 'Caixa 8', world.now(), limits)
    const miss = () =>
      call('GET /partner/customer', { headers: asPartner({ key }), query: { document: newCpf() } })
    await miss()
    await miss()
    expect(await found('key_misses', id)).toEqual([])
    await miss()
    expect(await found('key_misses', id)).toMatchObject([{ day: today, events: 3, key: { id } }])
  })

  test('finds a staff member with many adjustments on a day [D15]', async () => {
    const customer = await world.registered(cafe)
    const busy = await staffOf(world, cafe, 'attendant', { name: 'Clara Nunes' })
    for (let n = 1; n < reviewFrom.adjustments; n += 1) {
      expect((await adjust(busy, customer.id)).status).toBe(201)
    }
    expect(await found('many_adjustments', busy.id)).toEqual([])
    expect((await adjust(busy, customer.id)).status).toBe(201)
    expect(await found('many_adjustments', busy.id)).toMatchObject([
      { events: reviewFrom.adjustments, staff: { id: busy.id, name: 'Clara Nunes' } },
    ])
  })

  test('tells a company nothing of another [D15 T4]', async () => {
    const { document } = await world.registered(cafe)
    await sell(document, reviewFrom.sales)
    await findForReview(database, world.now())
    expect(await openOf()).not.toEqual([])
    expect(await openOf(rui)).toEqual([])
  })
})

describe('closing an item', () => {
  test('takes it off the list for good, with one entry of the audit log [D15]', async () => {
    const customer = await world.registered(cafe)
    await sell(customer.document, reviewFrom.sales)
    const [item] = await found('many_sales', customer.id)
    const closed = await close(item!.id)
    expect(closed.status, closed.text).toBe(204)
    expect(await found('many_sales', customer.id)).toEqual([])
    await sell(customer.document, 1)
    expect(await found('many_sales', customer.id)).toEqual([])

    const before = await fingerprint(database)
    expect((await close(item!.id, ana, 'Outra nota')).status).toBe(204)
    expect(await fingerprint(database)).toEqual(before)
    expect((await actsOn(database, cafe, customer.id)).map(({ sentence }) => sentence)).toEqual([
      'Ana Prado reviu as vendas a um cliente em 20/11/2026: está certo — nota: Cliente compra para a empresa',
    ])
  })

  test('of two people at once writes one entry [D15]', async () => {
    const customer = await world.registered(cafe)
    await sell(customer.document, reviewFrom.sales)
    const [item] = await found('many_sales', customer.id)
    const bruno = await staffOf(world, cafe, 'owner', { name: 'Bruno Reis' })
    const answers = await Promise.all([close(item!.id), close(item!.id, bruno)])
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await actsOn(database, cafe, customer.id)).toHaveLength(1)
  })

  test('about a customer who was erased finds nothing, and stores no note [D15 D16]', async () => {
    const customer = await world.registered(cafe)
    await sell(customer.document, reviewFrom.sales)
    const [item] = await found('many_sales', customer.id)
    const person = { company_id: cafe.id, customer_id: customer.id, now: world.now() }
    expect(await eraseCustomer({ database, secret: world.secret }, person, {})).toBe(true)
    const before = await fingerprint(database)
    expect(errorOf(await close(item!.id))).toMatchObject({ type: 'not_found' })
    expect(await fingerprint(database)).toEqual(before)
  })

  test('beside an erasure of its customer leaves no note [D15 D16]', async () => {
    const customer = await world.registered(cafe)
    await sell(customer.document, reviewFrom.sales)
    const [item] = await found('many_sales', customer.id)
    const person = { company_id: cafe.id, customer_id: customer.id, now: world.now() }
    const [closed] = await Promise.all([
      close(item!.id),
      eraseCustomer({ database, secret: world.secret }, person, {}),
    ])
    expect([204, 404]).toContain(closed.status)
    expect(await actsOn(database, cafe, customer.id)).toEqual([])
  })

  test('asks for a note, and changes nothing without one [D15]', async () => {
    const customer = await world.registered(cafe)
    await sell(customer.document, reviewFrom.sales)
    const [item] = await found('many_sales', customer.id)
    const before = await fingerprint(database)
    expect(errorOf(await close(item!.id, ana, ' '))).toMatchObject({ type: 'validation' })
    expect(await fingerprint(database)).toEqual(before)
  })
})
