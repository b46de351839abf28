/** What the jobs make of a merged account: notices of its vouchers, and the report of members. */

import { expect, test } from 'vitest'

import { writeNotices } from '#api/notification/expiry/notices.ts'
import { foldReports } from '#api/report/fold.ts'
import { createMergeWorld } from '#api/testing/worlds/merge-world.ts'
import type { Forfeit } from '#contract/privacy.ts'
import { rows, sql } from '#database/sql.ts'

const { world, database, shop, merged, redeemed } = await createMergeWorld()

test('a voucher of an absorbed account that is about to expire is noticed in the staying account [D11 D15]', async () => {
  await database.query('update prize set expires_in_days = 20 where company_id = $1', [shop.id])
  const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 90)]
  const voucher = await redeemed(absorbed)
  await merged(staying, absorbed)
  const begun = world.now()
  world.moveClock(new Date(begun.getTime() + 19 * 86_400_000).toISOString())
  await writeNotices(database, world.now())
  world.moveClock(begun.toISOString())
  const notices = await rows(
    database,
    sql`select customer_id, data ->> 'voucher_id' as voucher_id
          from notification
         where company_id = ${shop.id} and type = 'voucher_expiring'`,
  )
  expect(notices).toEqual([{ customer_id: staying.id, voucher_id: voucher.id }])
})

test('a merged person is one member from the day of the merge on, and two after an undoing [D15 D18]', async () => {
  const own = await createMergeWorld()
  const leavesAfter = async (days: number) => {
    const later = new Date(own.world.now().getTime() + days * 86_400_000)
    await foldReports(own.database, later, undefined, { only: own.shop.id })
    return rows(
      own.database,
      sql`select item, count from report_day where company_id = ${own.shop.id} and kind = 'leave' and count <> 0`,
    )
  }
  const people = [await own.world.confirmed(own.shop, 10), await own.world.confirmed(own.shop, 10)]
  expect(await leavesAfter(1)).toEqual([])
  const { id } = await own.merged(people[0]!, people[1]!)
  expect(await leavesAfter(2)).toEqual([{ item: 'registered', count: 1 }])
  await own.undone(id)
  expect(await leavesAfter(3)).toEqual([])
})

test('a merged person who is erased leaves once for each account [D15 D16 D18]', async () => {
  const { call, world, database, shop, merged } = await createMergeWorld()
  const [staying, absorbed] = [await world.confirmed(shop, 10), await world.confirmed(shop, 10)]
  await merged(staying, absorbed)
  const preview = await call('GET /customer/erasure', { headers: staying.headers })
  const { forfeits } = preview.body as { forfeits: Forfeit }
  const erasure = { forfeits, current_password: staying.password }
  const erased = await call('DELETE /customer', { headers: staying.headers, body: erasure })
  expect(erased.status, erased.text).toBe(204)
  const later = new Date(world.now().getTime() + 86_400_000)
  await foldReports(database, later, undefined, { only: shop.id })
  const sums = await rows(
    database,
    sql`select kind, sum(count)::integer as count
          from report_day
         where company_id = ${shop.id} and kind in ('join', 'leave')
         group by kind
         order by kind`,
  )
  expect(sums).toEqual([
    { kind: 'join', count: 2 },
    { kind: 'leave', count: 2 },
  ])
})
