/**
 * A customer who signed in by phone has points of their own, and a till has pre-registered their CPF. The merge moves the CPF (D3, D15,
 * docs/decisions/069-moved-document.md).
 */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createProviderWorld } from '#api/testing/fakes/provider.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { type Answer, asPartner, errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { Merged, MergePreview } from '#contract/console/merge.ts'
import type { Customer } from '#contract/customer.ts'
import type { GeneratedPoints } from '#contract/points.ts'
import type { ErasurePreview } from '#contract/privacy.ts'
import { row, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createProviderWorld()
const { cafe, call, customerVia, database } = world
const bruno = await staffOf(world, cafe, 'manager')

let phones = 0

/** A customer with a proven phone, without a CPF, and with 100 points. */
async function byPhone() {
  phones += 1
  const phone = `+55119${String(70_000_000 + phones)}`
  const account = { sub: randomUUID(), phone_number: phone, sign_in_provider: 'phone' }
  const customer = await customerVia(account)
  // Opens the session, so that a refused call writes nothing.
  await record(customer)
  const { id } = await sold({ phone })
  expect(id).toBe(customer.id)
  return customer
}

/** A sale of 100 points. Returns the customer who got them. */
async function sold(customer: object): Promise<{ id: string }> {
  const answer = await world.generate(cafe, { ...sale(newCpf()), customer })
  expect(answer.status, answer.text).toBe(201)
  return { id: (answer.body as GeneratedPoints).customer_id }
}

/** A CPF that a till has pre-registered, with 100 points. */
async function waiting(document = newCpf()) {
  return { document, ...(await sold({ document })) }
}

function merge(staying: { id: string }, absorbed: { id: string }): Promise<Answer> {
  return call('POST /admin/customer/{id}/merge', {
    headers: bruno.headers,
    params: { id: staying.id },
    body: { absorbed_id: absorbed.id, proof: 'document', key: randomUUID() },
  })
}

async function merged(staying: { id: string }, absorbed: { id: string }): Promise<Merged> {
  const answer = await merge(staying, absorbed)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Merged
}

async function undone({ id }: Merged): Promise<void> {
  const answer = await call('POST /admin/merge/{id}/undo', {
    headers: bruno.headers,
    params: { id },
  })
  expect(answer.status, answer.text).toBe(201)
}

async function documentOf({ id }: { id: string }): Promise<string | null> {
  const found = await row<{ document: string | null }>(
    database,
    sql`select document from customer where company_id = ${cafe.id} and id = ${id}`,
  )
  return found!.document
}

async function record({ headers }: { headers: Record<string, string> }): Promise<Customer> {
  return (await call('GET /customer', { headers })).body as Customer
}

function change({ headers }: { headers: Record<string, string> }, body: object): Promise<Answer> {
  return call('PUT /customer', { headers, body })
}

async function auditIsClean(): Promise<void> {
  expect((await audit(database, world.now())).differences).toEqual([])
}

describe('a merge of a pre-registered CPF into an account without one', () => {
  test('moves the CPF, which the customer could not give, and its points [D3 D15]', async () => {
    const [customer, card] = [await byPhone(), await waiting()]
    const { document } = card
    expect(errorOf(await change(customer, { document })).type).toBe('used_document')
    const preview = await call('GET /admin/customer/{id}/merge', {
      headers: bruno.headers,
      params: { id: customer.id },
      query: { absorbed_id: card.id },
    })
    expect(preview.body as MergePreview).toMatchObject({ problem: null, filled: ['document'] })
    await merged(customer, card)
    expect(await record(customer)).toMatchObject({
      id: customer.id,
      document,
      balance: { amount_balance: 200 },
    })
    expect(await documentOf(card)).toBe(null)
    expect(await sold({ document })).toEqual({ id: customer.id })
    expect((await change(customer, { document, name: 'Rui Prado' })).status).toBe(200)
    await auditIsClean()
  })

  test('gives the CPF back when it is undone [D15]', async () => {
    const [customer, card] = [await byPhone(), await waiting()]
    const { document } = card
    await undone(await merged(customer, card))
    expect(await record(customer)).toMatchObject({
      document: null,
      balance: { amount_balance: 100 },
    })
    expect(await documentOf(card)).toBe(document)
    expect(await sold({ document })).toEqual({ id: card.id })
    const again = await merged(customer, card)
    expect(again.points_amount).toBe(200)
    expect(await documentOf(customer)).toBe(document)
    await auditIsClean()
  })

  test.each([
    [
      'the customer',
      async (customer: Awaited<ReturnType<typeof byPhone>>, document: string) =>
        change(customer, { document }),
    ],
    [
      'the desk',
      async ({ id }: { id: string }, document: string) =>
        call('POST /admin/customer/{id}/correction', {
          headers: bruno.headers,
          params: { id },
          body: { document, proof: 'photo_id' },
        }),
    ],
  ] as const)(
    'keeps a CPF by which %s has replaced the moved one; a till may pre-register that again [D15]',
    async (_who, replace) => {
      const [customer, card] = [await byPhone(), await waiting()]
      const merge = await merged(customer, card)
      const own = newCpf()
      const replaced = await replace(customer, own)
      expect(replaced.status, replaced.text).toBeLessThan(300)
      const { id } = await sold({ document: card.document })
      expect([customer.id, card.id]).not.toContain(id)
      await undone(merge)
      expect(await documentOf(customer)).toBe(own)
      expect(await documentOf(card)).toBe(null)
      // The account without a CPF can be merged into the one that has it.
      await merged({ id }, card)
      await auditIsClean()
    },
  )

  test('makes no newcomer of a person who was erased [D9 D15 D16]', async () => {
    const former = await world.confirmed(cafe)
    const { headers } = former
    const { forfeits } = (await call('GET /customer/erasure', { headers })).body as ErasurePreview
    const body = { forfeits, current_password: former.password }
    expect((await call('DELETE /customer', { headers, body })).status).toBe(204)
    const isReturning = async ({ id }: { id: string }) =>
      row(
        database,
        sql`select is_returning from customer where company_id = ${cafe.id} and id = ${id}`,
      )
    const customer = await byPhone()
    await merged(customer, await waiting())
    expect(await isReturning(customer)).toEqual({ is_returning: false })
    const returning = await byPhone()
    await merged(returning, await waiting(former.document))
    expect(await isReturning(returning)).toEqual({ is_returning: true })
  })

  test('is erased with its person, and the CPF is free again [D15 D16]', async () => {
    const [customer, card] = [await byPhone(), await waiting()]
    await merged(customer, card)
    const { headers } = customer
    const { forfeits } = (await call('GET /customer/erasure', { headers })).body as ErasurePreview
    expect(forfeits.points_amount).toBe(200)
    expect((await call('DELETE /customer', { headers, body: { forfeits } })).status).toBe(204)
    expect([await documentOf(customer), await documentOf(card)]).toEqual([null, null])
    const { id } = await sold({ document: card.document })
    expect([customer.id, card.id]).not.toContain(id)
  })
})

test('the CPF of a registered account does not move, and a pre-registered one does not stay [D15]', async () => {
  const [customer, card] = [await byPhone(), await waiting()]
  expect(errorOf(await merge(customer, await world.confirmed(cafe))).type).toBe(
    'merge_needs_document',
  )
  expect(errorOf(await merge(card, customer)).type).toBe('merge_needs_registered')
  const till = await call('GET /partner/customer', {
    headers: asPartner(cafe),
    query: { document: card.document },
  })
  expect(till.body).toMatchObject({ id: card.id })
})
