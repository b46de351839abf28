import { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'

import { createLog } from '#api/log/log.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { createWorld, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { openJobs, startScheduled } from './jobs.ts'

const lines: string[] = []
const world = await createWorld()
const { cafe, database } = world

/** Starts a node that runs the scheduled jobs. */
async function running(): Promise<PgBoss> {
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const boss = await openJobs(world.url, log)
  const queueMail = async () => undefined
  await startScheduled(boss, { database, secret: world.secret, queueMail, clock: world.now, log })
  onTestFinished(() => boss.stop({ timeout: 10_000 }))
  return boss
}

test('deletes expired data every night [D12]', async () => {
  await world.mailedToken(cafe, await world.registered(cafe), 'LOGIN')
  world.moveClock('2026-12-20T15:00:00Z')
  const waiting = new PgBoss({ connectionString: world.url, supervise: false, schedule: false })
  await waiting.start()
  await waiting.createQueue('purge', { policy: 'exclusive' })
  await waiting.send('purge')
  await waiting.stop()
  const boss = await running()
  expect(await boss.getSchedules('purge')).toMatchObject([{ cron: '17 4 * * *' }])
  await eventually(async () =>
    expect(await rows(database, sql`select 1 from mailed_token`)).toEqual([]),
  )
})

test('replays each balance every night, logs a difference and does not correct it [D4 I14]', async () => {
  const customer = await world.registered(cafe)
  await world.generate(cafe, sale(customer.document))
  await rows(
    database,
    sql`update balance set amount = amount + 1 where company_id = ${cafe.id} and customer_id = ${customer.id}`,
  )
  const waiting = new PgBoss({ connectionString: world.url, supervise: false, schedule: false })
  await waiting.start()
  await waiting.createQueue('audit', { policy: 'exclusive' })
  await waiting.send('audit')
  await waiting.stop()
  await running()
  await eventually(async () => expect(lines.join('')).toContain('"msg":"audit"'))
  const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(entries.find(({ msg }) => msg === 'audit difference')).toMatchObject({
    customer_id: customer.id,
    reason: expect.stringContaining('amount: kept'),
  })
  expect(entries.find(({ msg }) => msg === 'audit')).toMatchObject({ differences: 1 })
  const balances = await rows(
    database,
    sql`select amount from balance where company_id = ${cafe.id} and customer_id = ${customer.id}`,
  )
  expect(balances).toEqual([{ amount: 101 }])
})
