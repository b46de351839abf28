import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { asPartner, createWorld, newCpf, sale } from '#api/testing/worlds/world.ts'
import { row, rows, sql } from '#database/sql.ts'

import { purgeKeys } from './purge-keys.ts'

const { cafe, posto, database, call, moveClock } = await createWorld()
const today = '2026-11-20T15:00:00Z'

async function keyCount(): Promise<number> {
  return (await row<{ count: number }>(database, sql`select count(*) from idempotency`))!.count
}

test('purgeKeys deletes expired idempotency keys in batches, and no others [D12]', async () => {
  moveClock(today)
  await purgeKeys(database, new Date('2030-01-01T00:00:00Z'))
  expect(await keyCount()).toBe(0)
  for (const company of [cafe, posto]) {
    const headers = { ...asPartner(company), 'idempotency-key': randomUUID() }
    await call('POST /partner/points/generate', { body: sale(newCpf()), headers })
    await rows(
      database,
      sql`insert into idempotency (company_id, principal_kind, principal_id, key, fingerprint, created_at, expires_at)
          select ${company.id}, 'partner', uuidv7(), 'k' || n, '', ${today}, '2026-12-01T00:00:00Z'
            from generate_series(1, 1200) n`,
    )
  }
  await purgeKeys(database, new Date('2026-12-20T14:59:59.999Z'))
  expect(await keyCount()).toBe(2)
  await purgeKeys(database, new Date('2026-12-20T15:00:00Z'))
  expect(await keyCount()).toBe(0)
})
