import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { expect, onTestFinished, test } from 'vitest'

import { deadLetters, replayDeadLetters } from '#api/job/dead-letter.ts'
import { deadLetterQueue } from '#api/job/queue.ts'
import { createLog } from '#api/log/log.ts'
import { eventually } from '#api/testing/worlds/eventually.ts'
import { headsOf } from '#api/testing/worlds/head.ts'
import { rehash } from '#api/testing/worlds/rewrite.ts'
import { staffOf } from '#api/testing/worlds/staff.ts'
import { createWorld, sale } from '#api/testing/worlds/world.ts'
import { rows, sql } from '#database/sql.ts'

import { openJobs, startScheduled } from './jobs.ts'

const lines: string[] = []
const world = await createWorld()
const { cafe, database } = world

/** Starts a node that runs the scheduled jobs on `ofJobs`, by default the world's database. */
async function running(ofJobs = database): Promise<PgBoss> {
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const boss = await openJobs(world.url, log)
  const queueMail = async () => undefined
  const { secret, now: clock } = world
  await startScheduled(boss, { database: ofJobs, secret, queueMail, clock, log })
  onTestFinished(() => boss.stop({ timeout: 10_000 }))
  return boss
}

/** Queues a scheduled job before its time, without retries unless `retryLimit` says so. */
async function queueNow(name: string, retryLimit = 0): Promise<void> {
  const boss = await openJobs(world.url, createLog('silent'))
  await boss.createQueue(name, { policy: 'exclusive', deadLetter: deadLetterQueue })
  await boss.send(name, {}, { retryLimit })
  await boss.stop()
}

test('a job deletes expired data every night [D12]', async () => {
  await world.mailedToken(cafe, await world.registered(cafe), 'LOGIN')
  world.moveClock('2026-12-20T15:00:00Z')
  await queueNow('purge')
  const boss = await running()
  expect(await boss.getSchedules('purge')).toMatchObject([{ cron: '17 4 * * *' }])
  await eventually(async () =>
    expect(await rows(database, sql`select 1 from mailed_token`)).toEqual([]),
  )
})

test('a job replays each balance every night, and logs a difference without correcting it [D4 I14]', async () => {
  const customer = await world.registered(cafe)
  await world.generate(cafe, sale(customer.document))
  await rows(
    database,
    sql`update balance set amount = amount + 1 where company_id = ${cafe.id} and customer_id = ${customer.id}`,
  )
  await queueNow('audit')
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

test('the nightly audit computes yesterday’s head anew, and logs a record that was rewritten with its chain [I8 I14]', async () => {
  world.moveClock('2026-11-20T15:00:00Z')
  const company = await world.createCompany('cabeca', {})
  const { taken } = await headsOf(world)
  const customer = await world.confirmed(company, 10)
  await world.generate(company, sale(customer.document))
  await taken(company)
  await rows(
    database,
    sql`update points_record set purchase_value = 7 where company_id = ${company.id} and sequence = 1`,
  )
  await rehash(database, customer.id)
  const before = lines.length
  await queueNow('audit')
  await running()
  const entries = () =>
    lines.slice(before).map((line) => JSON.parse(line) as Record<string, unknown>)
  await eventually(async () =>
    expect(entries().find(({ msg }) => msg === 'heads')).toMatchObject({ heads: 1, faults: 1 }),
  )
  const difference = entries().filter(({ company_id }) => company_id === company.id)
  expect(difference).toMatchObject([
    {
      msg: 'audit difference',
      reason:
        'head of 2026-11-20: the records until 2026-11-20 are not those of which the head of that day was made',
    },
  ])
})

test('every queue keeps dead letters, and the next success of a scheduled job deletes its own [D20]', async () => {
  await queueNow('notice')
  const away = new pg.Pool({ connectionString: 'postgresql://127.0.0.1:1/none' })
  onTestFinished(() => away.end())
  const boss = await running(away)
  const refused = { queue: 'notice', kind: null, attempts: 1, error: 'Error ECONNREFUSED' }
  await eventually(async () => expect(await deadLetters(database)).toMatchObject([refused]))
  expect(lines.join('')).toContain('"msg":"a job was given up"')
  // pg-boss has a queue of its own, for schedules.
  const queues = (await boss.getQueues()).filter(({ name }) => !name.startsWith('__pgboss'))
  expect(queues.length).toBeGreaterThan(4)
  for (const { name, deadLetter } of queues) {
    expect(deadLetter, name).toBe(name === deadLetterQueue ? null : deadLetterQueue)
  }
  await boss.stop({ timeout: 10_000 })

  await queueNow('notice')
  await running()
  await eventually(async () => expect(await deadLetters(database)).toEqual([]))
})

test('the operating guide’s table names each queue with its times [D20]', async () => {
  const boss = await running()
  const guide = readFileSync(join(import.meta.dirname, '../docs/operating-guide.md'), 'utf8')
  const table = guide.slice(guide.indexOf('| job | when (UTC) |'))
  const found = table.slice(0, table.indexOf('\n\n')).matchAll(/^\| `([\w-]+)` \| ([^|]+) \|/gm)
  const schedules = (await boss.getSchedules()).map(({ name, cron }) => `${name}: ${timesOf(cron)}`)
  const others = ['mail: at once', 'push: at once']
  expect([...found].map(([, name, when]) => `${name}: ${when}`).toSorted()).toEqual(
    [...schedules, ...others].toSorted(),
  )
})

/** The times of a schedule as the guide names them. */
function timesOf(cron: string): string {
  const [minutes = '', hour = ''] = cron.split(' ')
  if (hour !== '*') return `${hour.padStart(2, '0')}:${minutes.padStart(2, '0')}`
  if (minutes === '*') return 'every minute'
  const [, step] = /\/(\d+)$/.exec(minutes) ?? []
  const pause = Number(step ?? 60 / minutes.split(',').length)
  return pause === 60 ? 'every hour' : `every ${pause} minutes`
}

test('a dead letter whose job is queued already is replayed by that job [D20]', async () => {
  await queueNow('level')
  const boss = await openJobs(world.url, createLog('silent'))
  onTestFinished(() => boss.stop({ timeout: 10_000 }))
  const [running] = await boss.fetch('level')
  await boss.fail('level', running!.id)
  await queueNow('level')
  const [letter] = await deadLetters(database)
  expect(await replayDeadLetters(database, [letter!.id])).toBe(1)
  expect(await deadLetters(database)).toEqual([])
  const waiting = await rows(
    database,
    sql`select 1 from pgboss.job where name = 'level' and state = 'created'`,
  )
  expect(waiting).toHaveLength(1)
})

test.each([
  ['hangs', 'timed out', { run_s: 7_200, silent_s: 0 }],
  ['was killed', 'node stopped', { run_s: 180, silent_s: 180 }],
])(
  'a job whose node %s in its last attempt is a dead letter: %s [D20]',
  async (_how, error, { run_s, silent_s }) => {
    await (await running()).stop({ timeout: 10_000 })
    await queueNow('review')
    const boss = await openJobs(world.url, createLog('silent'))
    onTestFinished(() => boss.stop({ timeout: 10_000 }))
    await boss.fetch('review')
    await passSince('review', run_s, silent_s)
    await boss.supervise('review')
    const letter = (await deadLetters(database)).at(-1)
    expect(letter).toMatchObject({ queue: 'review', attempts: 1, error })
  },
)

/** The active job of the queue began `run_s` before now, and its last heartbeat was `silent_s` before now. The supervision is due. */
async function passSince(name: string, run_s: number, silent_s: number): Promise<void> {
  await rows(
    database,
    sql`update pgboss.job
           set started_on = now() - make_interval(secs => ${run_s}),
               heartbeat_on = now() - make_interval(secs => ${silent_s})
         where name = ${name} and state = 'active'`,
  )
  await rows(
    database,
    sql`update pgboss.queue
           set monitor_on = null, monitor_claim_on = null, maintain_on = null
         where name = ${name}`,
  )
}

test('a closing whose node was killed goes to another node within minutes, long before its time is over [D18 D20]', async () => {
  const shop = await world.createCompany('morto', {})
  world.moveClock('2027-10-10T15:00:00Z')
  const { document } = await world.registered(shop)
  await world.generate(shop, sale(document))
  world.moveClock('2027-11-02T15:00:00Z')
  await staffOf(world, shop, 'manager')
  // A node has opened the queues with their options.
  await (await running()).stop({ timeout: 10_000 })
  await rows(
    database,
    sql`insert into report_closing_run (company_id, month, staff_id, begun_at)
        select company_id, '2027-10-01', id, ${world.now()} from staff where company_id = ${shop.id}`,
  )
  const boss = await openJobs(world.url, createLog('silent'))
  onTestFinished(() => boss.stop({ timeout: 10_000 }))
  await boss.send('closing')
  const [killed] = await boss.fetch('closing')
  await passSince('closing', 180, 180)
  await boss.supervise('closing')
  const state = () =>
    rows(
      database,
      sql`select state::text as state, retry_count from pgboss.job where id = ${killed!.id}`,
    )
  expect(await state()).toEqual([{ state: 'retry', retry_count: 0 }])

  await rows(database, sql`update pgboss.job set start_after = now() where id = ${killed!.id}`)
  await running()
  await eventually(async () =>
    expect(
      await rows(database, sql`select 1 from report_closing where company_id = ${shop.id}`),
    ).toHaveLength(1),
  )
})
