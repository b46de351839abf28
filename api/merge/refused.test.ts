/** When a merge is refused (D15). */

import { randomUUID } from 'node:crypto'

import { describe, expect, test } from 'vitest'

import { createMergeWorld } from '#api/testing/worlds/merge-world.ts'
import { consume } from '#api/testing/worlds/movement.ts'
import { asPartner, errorOf, newCpf, sale } from '#api/testing/worlds/world.ts'
import type { Merged } from '#contract/console/merge.ts'
import type { EndpointKey } from '#contract/endpoints/endpoints.ts'
import { rows, sql } from '#database/sql.ts'

const {
  world,
  call,
  database,
  shop,
  ana,
  bruno,
  tired,
  merge,
  merged,
  undo,
  pointsOf,
  sold,
  returned,
  auditIsClean,
} = await createMergeWorld()

describe('a merge is refused', () => {
  test('for an account that is merged, or has taken another one in [D15]', async () => {
    const [one, two, three] = [
      await world.confirmed(shop, 5),
      await world.confirmed(shop, 5),
      await world.confirmed(shop, 5),
    ]
    await merged(one, two)
    expect(errorOf(await merge(three, two)).type).toBe('customer_merged')
    expect(errorOf(await merge(two, three)).type).toBe('customer_merged')
    expect(errorOf(await merge(three, one)).type).toBe('merge_chain')
    expect(errorOf(await merge(one, one)).type).toBe('validation')
    expect((await merge(one, three)).status).toBe(201)
    const adjusted = await call('POST /admin/customer/{id}/adjustment', {
      headers: bruno.headers,
      params: { id: two.id },
      body: { points_amount: 5, reason: 'Cortesia', key: randomUUID() },
    })
    expect(errorOf(adjusted).type).toBe('customer_merged')
  })

  test('of an account with itself, also if one id is written in capitals [D15]', async () => {
    const { id } = await world.confirmed(shop)
    const capitals = id.toUpperCase()
    expect(errorOf(await merge({ id: capitals }, { id })).type).toBe('validation')
    const preview = await call('GET /admin/customer/{id}/merge', {
      headers: bruno.headers,
      params: { id: capitals },
      query: { absorbed_id: id },
    })
    expect(preview.body).toMatchObject({ problem: 'merge_chain' })
    // Not even a caller that checks nothing can write it.
    const noted = sql`select note_merged(${shop.id}, ${id}, ${id})`
    await expect(rows(database, noted)).rejects.toThrow('balance_not_merged_into_itself')
    expect(await pointsOf({ id })).toEqual([0, 0, 0])
  })

  test('of a blocked account into one that is not; the blocked one may stay [D15]', async () => {
    const [one, blocked] = [await world.confirmed(shop, 5), await world.confirmed(shop, 90)]
    const { headers } = bruno
    const params = { id: blocked.id }
    const body = { reason: 'fraud' }
    expect((await call('POST /admin/customer/{id}/block', { headers, params, body })).status).toBe(
      204,
    )
    const preview = await call('GET /admin/customer/{id}/merge', {
      headers,
      params: { id: one.id },
      query: { absorbed_id: blocked.id },
    })
    expect(preview.body).toMatchObject({ problem: 'merge_blocked' })
    expect(errorOf(await merge(one, blocked)).type).toBe('merge_blocked')
    expect(await pointsOf(blocked)).toEqual([90, 0, 0])
    await merged(blocked, one)
    const asked = await call('POST /partner/points/intention', {
      headers: asPartner(shop),
      body: sale(one.document, { points_amount: 90 }),
    })
    expect(errorOf(asked).type).toBe('customer_blocked')
    await auditIsClean()
  })

  test('while one of the accounts has points in a hold [D15 D5]', async () => {
    const [one, two] = [await world.confirmed(shop, 50), await world.confirmed(shop, 5)]
    const opened = await call('POST /partner/points/intention', {
      headers: asPartner(shop),
      body: sale(one.document, { points_amount: 3 }),
    })
    expect(opened.status).toBe(201)
    expect(errorOf(await merge(one, two)).type).toBe('intention_open')
    expect(errorOf(await merge(two, one)).type).toBe('intention_open')
  })

  test('if the account that stays has no CPF or no registration, and the other has [D15]', async () => {
    const registered = await world.confirmed(shop, 5)
    const document = newCpf()
    const { customer_id } = await sold(document)
    expect(errorOf(await merge({ id: customer_id }, registered)).type).toBe(
      'merge_needs_registered',
    )
    const other = await world.confirmed(shop, 5)
    await rows(
      database,
      sql`update customer set document = null where company_id = ${shop.id} and id = ${other.id}`,
    )
    expect(errorOf(await merge(other, registered)).type).toBe('merge_needs_document')
  })

  test('if the absorbed account owes more points than both have [D15 D4]', async () => {
    const [one, two] = [await world.confirmed(shop, 5), await world.confirmed(shop, 5)]
    const purchase = await sold(two.document)
    await consume(world, shop, two, 105)
    await returned(purchase.id)
    expect(await pointsOf(two)).toEqual([0, 0, 100])
    expect(errorOf(await merge(one, two)).type).toBe('merge_debt')
    await merged(two, one)
    expect(await pointsOf(two)).toEqual([0, 0, 95])
    await auditIsClean()
  })

  test('for an account of another company [D15 T4]', async () => {
    const [own, foreign] = [await world.confirmed(shop, 5), await world.confirmed(world.posto, 5)]
    expect(errorOf(await merge(own, foreign)).type).toBe('not_found')
    expect(errorOf(await merge(foreign, own)).type).toBe('not_found')
  })

  test('by a role that may not, without a fresh second factor, and with a used key [D15]', async () => {
    const [one, two] = [await world.confirmed(shop, 5), await world.confirmed(shop, 5)]
    expect(errorOf(await merge(one, two, {}, ana)).type).toBe('forbidden')
    expect(errorOf(await merge(one, two, {}, tired)).type).toBe('fresh_factor_required')
    expect(errorOf(await merge(one, two, { proof: 'palpite' })).type).toBe('validation')
    const key = randomUUID()
    const first = (await merge(one, two, { key })).body as Merged
    const again = (await merge(one, two, { key })).body as Merged
    expect(again).toEqual({ ...first, is_repeat: true })
    expect(errorOf(await merge(two, one, { key })).type).toBe('idempotency_mismatch')
    expect(errorOf(await undo(first.id, ana)).type).toBe('forbidden')
    expect(errorOf(await undo(first.id, tired)).type).toBe('fresh_factor_required')
  })
})

test('the desk does not block, correct or adjust an absorbed account [D15]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 90)]
  const { headers } = bruno
  const adjusted = await call('POST /admin/customer/{id}/adjustment', {
    headers,
    params: { id: absorbed.id },
    body: { points_amount: 5, reason: 'Cortesia', key: randomUUID() },
  })
  const { id: adjustment_id } = adjusted.body as { id: string }
  await merged(staying, absorbed)
  const acts: [EndpointKey, string, object?][] = [
    ['POST /admin/customer/{id}/block', absorbed.id, { reason: 'fraud' }],
    ['DELETE /admin/customer/{id}/block', absorbed.id],
    ['POST /admin/customer/{id}/correction', absorbed.id, { name: 'Ana', proof: 'photo_id' }],
    ['POST /admin/adjustment/{id}/undo', adjustment_id],
  ]
  for (const [key, id, body] of acts) {
    const answer = await call(key, { headers, params: { id }, ...(body && { body }) })
    expect(errorOf(answer).type, key).toBe('customer_merged')
  }
})

test('an undoing is refused while the staying account has points in a hold [D15 D5]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 50), await world.confirmed(shop, 5)]
  const { id } = await merged(staying, absorbed)
  const opened = await call('POST /partner/points/intention', {
    headers: asPartner(shop),
    body: sale(staying.document, { points_amount: 3 }),
  })
  expect(opened.status).toBe(201)
  expect(errorOf(await undo(id)).type).toBe('intention_open')
  expect(await pointsOf(staying)).toEqual([52, 0, 0])
})

test('a link that confirms the email opens no session of an absorbed account [D15 R3.14]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop), await world.registered(shop)]
  const token = await world.mailedToken(shop, absorbed, 'CONFIRMATION')
  await merged(staying, absorbed)
  const answer = await call('POST /customer/email-confirmation', {
    headers: { 'company-id': shop.id },
    body: { token, current_password: absorbed.password },
  })
  expect(errorOf(answer).type).toBe('account_merged')
})
