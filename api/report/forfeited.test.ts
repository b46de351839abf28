/** What a company owes for points that a customer forfeited by leaving. */

import { expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'
import { audit } from '#engine/audit/audit.ts'

import { foldReports } from './fold.ts'

const world = await createWorld()
const { database, call } = world
const firstId = '00000000-0000-0000-0000-000000000000'
const lastId = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

test('points that a customer forfeited are owed until the day before the erasure, and then count as expired [D18 D16]', async () => {
  const company = await world.createCompany('esquecida', {})
  world.moveClock('2029-03-10T15:00:00Z')
  /** A manager in a new session: the clock moves further than a session lives. */
  const headers = async () => (await staffOf(world, company, 'manager')).headers
  const close = async (month: string) =>
    call('POST /admin/report/closing', { headers: await headers(), body: { month } })
  const fold = () =>
    foldReports(database, world.now(), undefined, { only: company.id, before: lastId })
  const [leaving, resting, staying] = [
    await world.registered(company),
    await world.registered(company),
    await world.registered(company),
  ]
  for (const { document } of [leaving, resting, staying]) {
    await world.generate(company, sale(document))
  }
  world.moveClock('2029-04-10T15:00:00Z')
  // One of the two moves in the month of the closing that is late, so that its points are computed from records.
  await world.generate(company, sale(leaving.document))
  for (const [person, points_amount] of [
    [leaving, 200],
    [resting, 100],
  ] as const) {
    const body = {
      forfeits: { points_amount, points_value: points_amount, vouchers: 0 },
      current_password: person.password,
    }
    const erased = await call('DELETE /customer', { headers: person.headers, body })
    expect(erased.status, erased.text).toBe(204)
  }
  await fold()
  world.moveClock('2029-05-10T15:00:00Z')
  await fold()
  const owed = await call('GET /admin/report/liability', { headers: await headers() })
  expect(owed.body).toMatchObject({ total: { amount: 100, value: 100 } })
  const nothing = { amount: 0, value: 0 }
  expect((await close('2029-03')).body).toMatchObject({
    closing: { liability: { amount: 300, value: 300 }, expired: nothing },
  })
  expect((await close('2029-04')).body).toMatchObject({
    closing: {
      liability: { amount: 100, value: 100 },
      expired: { amount: 300, value: 300 },
      records: { amount: 400, value: 400 },
    },
  })
  expect((await audit(database, world.now())).differences).toEqual([])
  // The curve of the breakage: they left in the month of the erasure, and were not used.
  const curve = await rows(
    database,
    sql`select age, sum(amount)::integer as amount, sum(expired_amount)::integer as expired
          from redemption_curve(${company.id}, ${firstId}, ${lastId}, ${world.now()})
         group by age
         order by age`,
  )
  expect(curve).toEqual([
    { age: -1, amount: 400, expired: 0 },
    { age: 0, amount: 0, expired: 100 },
    { age: 1, amount: 0, expired: 200 },
  ])
})
