/** The queue of the simulation treats jobs as pg-boss does. */

import type { PgBoss } from 'pg-boss'
import { afterAll, expect, test } from 'vitest'

import { deadLetters, replayDeadLetters } from '#api/job/dead-letter.ts'
import { jobKey, openQueue } from '#api/job/queue.ts'
import { openJobs } from '#api/jobs.ts'
import { createLog } from '#api/log/log.ts'
import { createWorld } from '#api/testing/worlds/world.ts'
import { rows, sql, transaction } from '#database/sql.ts'

import { noFaults } from '../database/fault.ts'
import { jobTexts } from '../database/message-statements.ts'
import { openModelPool } from '../database/pool.ts'
import { DatabaseServer } from '../database/server.ts'
import type { Job } from '../disk/disk.ts'
import { factsOf, shop } from '../disk/facts.ts'
import { ModelBoss } from '../node/boss.ts'
import { ioOf } from '../node/io.ts'
import { Timeline } from '../time/timeline.ts'
import { waitFor } from './wait-for.ts'

const queue = 'model'
/** A job has two attempts. */
const retryLimit = 1
type Fetched = { id: string; retryCount: number; sourceRootId: string | null }

/** What both queues can do. */
type Side = {
  send: (isCommitted: boolean) => Promise<void>
  fetch: () => Promise<Fetched[]>
  fail: (job: Fetched) => Promise<unknown>
  complete: (job: Fetched) => Promise<unknown>
  /** Makes the job due that waits for its next attempt. False: no job waits, or several. */
  makeDue: () => Promise<boolean>
  replay: () => Promise<unknown>
}

/** What happens to a job in each step, without its ids. */
async function play(side: Side): Promise<unknown[]> {
  const steps: unknown[] = []
  const fetch = async () => {
    const [job] = await side.fetch()
    steps.push(job === undefined ? 'none' : `attempt ${job.retryCount}`)
    return job!
  }
  await side.send(false)
  await fetch()
  await side.send(true)
  const first = await fetch()
  await fetch()
  await side.fail(first)
  await fetch()
  steps.push(await side.makeDue())
  const second = await fetch()
  // The first attempt is over, so its late end changes nothing.
  await side.complete(first)
  await fetch()
  await side.fail(second)
  await fetch()
  await side.replay()
  const replayed = await fetch()
  steps.push({ isNew: replayed.id !== first.id, isSameMail: jobKey(replayed) === first.id })
  await side.complete(replayed)
  await fetch()
  return steps
}

const world = await createWorld()
const boss = await openJobs(world.url, createLog('silent'))
afterAll(() => boss.stop({ timeout: 10_000 }))

async function realSide(real: PgBoss): Promise<Side> {
  await openQueue(real, queue, {
    retryLimit,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 1_800,
  })
  const { database } = world
  return {
    send: (isCommitted) => sendWithin(database, real, isCommitted),
    fetch: () => real.fetch(queue, { batchSize: 1, includeMetadata: true }),
    fail: (job) => real.fail(queue, job),
    complete: (job) => real.complete(queue, job),
    makeDue: async () => {
      const moved = await rows(
        database,
        sql`update pgboss.job set start_after = now() where name = ${queue} and state = 'retry' returning id`,
      )
      return moved.length === 1
    },
    replay: async () =>
      replayDeadLetters(
        database,
        (await deadLetters(database)).map(({ id }) => id),
      ),
  }
}

function modelSide(): Side {
  const timeline = new Timeline(1)
  const facts = factsOf({
    companies: [],
    people: [],
    keys: [],
    prizes: [],
    staff: [],
    shop,
    intention_minutes: 1,
    quiet_until_ms: 0,
  })
  const server = new DatabaseServer(timeline, facts, noFaults)
  const { pool } = openModelPool(server, timeline)
  const { clock } = ioOf(timeline, 'model', () => true)
  const now_ms = () => server.now_ms()
  const model = new ModelBoss({ pool, clock, disk: server.disk, retry_limit: retryLimit, now_ms })
  const run = <Result>(work: Promise<Result>) => waitFor(timeline, work)
  const settle = ({ id, retryCount }: Fetched, status: string) =>
    run(pool.query(jobTexts.settle, [[{ id, retry_count: retryCount, status }]]))
  return {
    send: (isCommitted) => run(sendWithin(pool, model.boss(), isCommitted)),
    fetch: async () => {
      const { rows: found } = await run(pool.query<Job>(jobTexts.fetch, [queue, 1]))
      return found.map(({ id, retry_count, root_id }) => ({
        id,
        retryCount: retry_count,
        sourceRootId: root_id,
      }))
    },
    fail: (job) => settle(job, 'failed'),
    complete: (job) => settle(job, 'completed'),
    makeDue: async () => {
      const waiting = [...server.disk.jobs.values()].filter(({ state }) => state === 'retry')
      for (const job of waiting) server.disk.jobs.set(job.id, { ...job, start_ms: now_ms() })
      return waiting.length === 1
    },
    replay: () => run(model.replay()),
  }
}

/** Queues a job in a transaction, which is then committed or not. */
async function sendWithin(
  pool: Parameters<typeof transaction>[0],
  to: PgBoss,
  isCommitted: boolean,
): Promise<void> {
  await transaction(pool, async (connection) => {
    const db = {
      executeSql: (text: string, values?: unknown[]) => connection.query(text, values),
    }
    await to.send(queue, {}, { db })
    if (!isCommitted) throw new Error('rolled back')
  }).catch((error: Error) => {
    if (isCommitted) throw error
  })
}

test('a job is queued, fetched, retried, given up and replayed on both sides alike [D20]', async () => {
  const real = await play(await realSide(boss))
  expect(await play(modelSide())).toEqual(real)
  expect(real).toEqual([
    'none',
    'attempt 0',
    'none',
    'none',
    true,
    'attempt 1',
    'none',
    'none',
    'attempt 0',
    { isNew: true, isSameMail: true },
    'none',
  ])
})
