/** Concurrent holds with one member code, and concurrent first reads of a session's key (D14). */

import { expect, test } from 'vitest'

import { codesOf } from '#api/testing/worlds/phone.ts'
import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

const world = await createWorld()
const { cafe, call, database } = world
const { phoneOf, codeOf } = codesOf(world)
const nodes = [call, await world.anotherNode()]

test('of 20 concurrent holds with one member code at two nodes, one succeeds [D14]', async () => {
  const phone = await phoneOf(cafe)
  const code = await codeOf(phone)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      nodes[n % 2]!('POST /partner/points/intention', {
        headers: asPartner(cafe),
        body: sale('', { customer: { code }, points_amount: 10 }),
      }),
    ),
  )
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refusals = answers.filter(({ status }) => status !== 201)
  expect(new Set(refusals.map((answer) => errorOf(answer).type))).toEqual(new Set(['expired_code']))
  const opened = await rows(
    database,
    sql`select 1 from intention where company_id = ${cafe.id} and customer_id = ${phone.id}`,
  )
  expect(opened).toHaveLength(1)
  expect(await audit(database, world.now())).toMatchObject({ differences: [] })
})

test('concurrent first reads of a session without a stored reference get one key [D14]', async () => {
  const { id, headers } = await world.registered(cafe)
  await rows(
    database,
    sql`update session set session_ref = null where company_id = ${cafe.id} and customer_id = ${id}`,
  )
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => nodes[n % 2]!('GET /customer/member-code', { headers })),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
})
