import { expect, test } from 'vitest'

import { purgeStaff } from '#api/staff/purge.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { asGuest, createWorld } from '#api/testing/worlds/world.ts'
import { purgeBatch } from '#database/purge/purge-by-company.ts'
import { row, rows, sql, statementChannel } from '#database/sql.ts'

import { purgeExpired } from './purge.ts'

const world = await createWorld()
const { cafe, database, call } = world

async function remainingRows() {
  return row(
    database,
    sql`select (select count(*) from mailed_token) as tokens,
               (select count(*) from attempt) as attempts,
               (select count(*) from integration_token) as codes,
               (select count(*) from session) as sessions`,
  )
}

test('the purge deletes sessions, tokens and attempts that expired a day ago, and no others [D10 D12]', async () => {
  const customer = await world.registered(cafe)
  await world.mailedToken(cafe, customer, 'LOGIN')
  await world.mailedToken(cafe, customer, 'CONFIRMATION')
  const wrong = { identifier: customer.email, password: 'outra-senha' }
  await call('POST /customer/login', { headers: asGuest(cafe), body: wrong })
  await call('GET /customer/generate-integration-token', { headers: customer.headers })
  const all = await remainingRows()
  expect(all).toMatchObject({ tokens: 2, codes: 1, sessions: 1 })

  await purgeExpired(database, new Date('2026-11-21T15:00:00Z'))
  expect(await remainingRows()).toEqual(all)
  await purgeExpired(database, new Date('2026-11-21T15:30:00Z'))
  expect(await remainingRows()).toEqual({ tokens: 1, attempts: 0, codes: 0, sessions: 1 })
  await purgeExpired(database, new Date('2026-11-28T15:30:00Z'))
  expect(await remainingRows()).toEqual({ tokens: 0, attempts: 0, codes: 0, sessions: 1 })
  await purgeExpired(database, new Date('2027-01-20T14:30:00Z'))
  expect(await remainingRows()).toMatchObject({ sessions: 1 })
  await purgeExpired(database, new Date('2027-01-20T15:30:00Z'))
  expect(await remainingRows()).toMatchObject({ sessions: 0 })
})

/** Counts what each statement deletes. */
async function deletedBy(purge: () => Promise<void>): Promise<number[]> {
  const counts: number[] = []
  const listener = (message: unknown) => {
    const { result } = message as { result: { rows: { count?: number }[] } }
    const found = result.rows
    counts.push(found[0]?.count ?? found.length)
  }
  statementChannel.asyncEnd.subscribe(listener)
  try {
    await purge()
  } finally {
    statementChannel.asyncEnd.unsubscribe(listener)
  }
  return counts
}

test('the purges delete at most 1,000 rows with a statement [D16]', async () => {
  const { id } = await staffOf(world, cafe)
  const { id: customer_id } = await world.registered(cafe)
  const at = world.now()
  const many = 2_500
  for (const statement of [
    sql`insert into attempt (company_id, action, subject_hash, failures, last_at, free_at)
        select ${cafe.id}, 'login', sha256(n::text::bytea), 1, ${at}, ${at} from generate_series(1, ${many}) n`,
    sql`insert into mailed_token (company_id, token_hash, customer_id, purpose, email, created_at, expires_at)
        select ${cafe.id}, sha256(n::text::bytea), ${customer_id}, 'LOGIN', 'a@cafe.example', ${at},
               ${at}::timestamptz + interval '1 s'
          from generate_series(1, ${many}) n`,
    sql`insert into session (company_id, token_hash, customer_id, last_used_on, created_at, expires_at)
        select ${cafe.id}, sha256(n::text::bytea), ${customer_id}, ${at}::date, ${at}, ${at}
          from generate_series(1, ${many}) n`,
    sql`insert into staff_session (company_id, token_hash, staff_id, created_at, last_seen_at)
        select ${cafe.id}, sha256(n::text::bytea), ${id}, ${at}, ${at} from generate_series(1, ${many}) n`,
    sql`insert into staff_link (company_id, token_hash, staff_id, purpose, created_at, expires_at)
        select ${cafe.id}, sha256(n::text::bytea), ${id}, 'PASSWORD', ${at}, ${at}::timestamptz + interval '1 s'
          from generate_series(1, ${many}) n`,
  ]) {
    await rows(database, statement)
  }
  const later = new Date(at.getTime() + 3 * 86_400_000)
  const counts = [
    ...(await deletedBy(() => purgeExpired(database, later))),
    ...(await deletedBy(() => purgeStaff(database, later))),
  ]
  expect(Math.max(...counts)).toBe(purgeBatch)
  expect(counts.filter((count) => count === purgeBatch)).toHaveLength(5 * 2)
  expect(await remainingRows()).toMatchObject({ tokens: 0, attempts: 0 })
})
