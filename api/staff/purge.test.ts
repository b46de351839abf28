import { expect, test } from 'vitest'

import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { issueStaffLink } from './link.ts'
import { purgeStaff } from './purge.ts'

const world = await createWorld()
const { cafe, database } = world

test('deletes sessions and links a day after they ended, and no earlier [D15]', async () => {
  const { id } = await staffOf(world, cafe)
  const person = { company_id: cafe.id, staff_id: id }
  await issueStaffLink(database, person, 'PASSWORD', world.now())
  const kinds = async () =>
    rows(
      database,
      sql`select 'session' as kind from staff_session where company_id = ${cafe.id}
          union all
          select 'link' from staff_link where company_id = ${cafe.id}`,
    )
  const after = (hours: number) => new Date(world.now().getTime() + hours * 3_600_000 + 1)
  await purgeStaff(database, after(24))
  expect(await kinds()).toEqual([{ kind: 'session' }, { kind: 'link' }])
  await purgeStaff(database, after(25))
  expect(await kinds()).toEqual([{ kind: 'session' }])
  await purgeStaff(database, after(36))
  expect(await kinds()).toEqual([])
})
