import pg from 'pg'
import { expect, test } from 'vitest'

import { asPartner, createWorld, errorOf, sale } from '#api/testing/worlds/world.ts'
import type { GeneratedPoints } from '#contract/points.ts'

import { inSchema, openPool, row, sql, timeLimits } from './sql.ts'

const world = await createWorld()
const { cafe, database } = world

/** Halving would send 79 statements of this length, which exceeds the time limit of a test. */
const statement_ms = 1_000

test('40 sales on a locked table get 503 after one time limit, and count once when repeated', async () => {
  const limits = { ...timeLimits, statement_ms }
  const { call } = await world.nodeWith(openPool(world.url, 10, limits))
  const { document, id } = await world.confirmed(cafe)
  const sales = Array.from({ length: 40 }, () => sale(document))
  const sellAll = () =>
    Promise.all(
      sales.map((body) =>
        call('POST /partner/points/generate', { headers: asPartner(cafe), body }),
      ),
    )
  const other = new pg.Client({ connectionString: world.ownerUrl, ...inSchema })
  await other.connect()
  await other.query('begin; lock table balance in access exclusive mode')
  const stopped = await sellAll()
  await other.end()
  expect(stopped.map((answer) => errorOf(answer).type)).toEqual(Array(40).fill('unavailable'))
  expect(stopped.map(({ headers }) => headers['retry-after'])).toEqual(Array(40).fill('2'))

  const repeated = await sellAll()
  expect(repeated.map(({ status }) => status)).toEqual(Array(40).fill(201))
  expect(new Set(repeated.map(({ body }) => (body as GeneratedPoints).id)).size).toBe(40)
  const balance = await row(
    database,
    sql`select amount from balance where company_id = ${cafe.id} and customer_id = ${id}`,
  )
  expect(balance).toEqual({ amount: 40 * 100 })
})
