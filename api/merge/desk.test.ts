/** The desk reverses what an absorbed account did: the staying account pays, or gets the points (D15). */

import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { fingerprint } from '#api/testing/refusal/fingerprint.ts'
import { createMergeWorld, type Person } from '#api/testing/worlds/merge-world.ts'
import { consume } from '#api/testing/worlds/movement.ts'
import { actsOn } from '#api/testing/worlds/staff.ts'
import { errorOf } from '#api/testing/worlds/world.ts'
import type { MadeReversal } from '#contract/console/reversal.ts'

const { world, call, database, shop, ana, merged, undone, pointsOf, sold, redeemed, auditIsClean } =
  await createMergeWorld()

function reverse(id: string, changes: object = {}) {
  const body = { reason: 'mistake', key: randomUUID(), ...changes }
  return call('POST /admin/points/{id}/reverse', { headers: ana.headers, params: { id }, body })
}

function cancel(id: string) {
  const body = { reason: 'regret' }
  return call('POST /admin/voucher/{id}/cancel', { headers: ana.headers, params: { id }, body })
}

async function sentencesOn({ id }: Person): Promise<string[]> {
  const acts = await actsOn(database, shop, id)
  return acts
    .filter(({ action }) => action !== 'customer.merged')
    .map(({ sentence }) => sentence.replaceAll('\u00A0', ' '))
}

test('a sale of an absorbed account is reversed once, from the staying one [D15 D4]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 1)]
  const { id } = await sold(absorbed.document)
  await merged(staying, absorbed)
  const key = randomUUID()
  const first = (await reverse(id, { key, returned_value: 6_000 })).body as MadeReversal
  expect(first).toMatchObject({ points_amount: -60, is_repeat: false })
  expect(await pointsOf(staying)).toEqual([71, 0, 0])
  expect(await pointsOf(absorbed)).toEqual([0, 0, 0])
  const before = await fingerprint(database)
  const again = await reverse(id, { key, returned_value: 6_000 })
  expect(again).toMatchObject({ status: 201, body: { id: first.id, is_repeat: true } })
  expect(await fingerprint(database)).toEqual(before)
  expect(errorOf(await reverse(id, { returned_value: 4_001 })).type).toBe('return_exceeds_purchase')
  expect((await reverse(id)).status).toBe(201)
  expect(await pointsOf(staying)).toEqual([31, 0, 0])
  expect(await sentencesOn(staying)).toEqual([
    expect.stringContaining('estornou R$ 60,00 de uma compra de Ana L. (60 pontos a menos)'),
    expect.stringContaining('estornou R$ 40,00 de uma compra de Ana L. (40 pontos a menos)'),
  ])
  expect(await sentencesOn(absorbed)).toEqual([])
  await auditIsClean()
})

test('a use or a voucher of an absorbed account gives its points to the staying one [D15 D8]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 90)]
  const voucher = await redeemed(absorbed)
  const { record: use } = await consume(world, shop, absorbed, 20)
  const { id } = await merged(staying, absorbed)
  const key = randomUUID()
  const made = (await reverse(use!.id, { key })).body as MadeReversal
  expect(made).toMatchObject({ points_amount: 20, is_repeat: false })
  expect((await reverse(use!.id, { key })).body).toMatchObject({ id: made.id, is_repeat: true })
  expect((await cancel(voucher.id)).status).toBe(204)
  expect(errorOf(await cancel(voucher.id)).type).toBe('voucher_cancelled')
  expect(await pointsOf(staying)).toEqual([100, 0, 0])
  expect(await pointsOf(absorbed)).toEqual([0, 0, 0])
  expect(await sentencesOn(staying)).toHaveLength(2)
  await auditIsClean()
  await undone(id)
  expect(await pointsOf(absorbed)).toEqual([90, 0, 0])
  await auditIsClean()
})

test('a reversal waits for the sales of both accounts, and none of them fails [D15 I5]', async () => {
  const [staying, absorbed] = [await world.confirmed(shop, 30), await world.confirmed(shop, 1)]
  const { id } = await sold(absorbed.document)
  await merged(staying, absorbed)
  const work = [0, 1, 2, 3].flatMap((n) => [
    sold(n % 2 ? staying.document : absorbed.document, 1_000),
    reverse(id, { returned_value: 1_000 }),
  ])
  const answers = await Promise.all(work)
  expect(answers.filter((answer) => 'status' in answer).map(({ status }) => status)).toEqual([
    201, 201, 201, 201,
  ])
  expect(await pointsOf(staying)).toEqual([131, 0, 0])
  await auditIsClean()
})
