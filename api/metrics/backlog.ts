/** The work that waits in the database. All nodes show the same figures: take the maximum over the nodes, never the sum. */

import type { PgBoss } from 'pg-boss'
import { Gauge, type Registry } from 'prom-client'

import { countDeadLetters } from '#api/job/dead-letter.ts'
import { deadLetterQueue } from '#api/job/queue.ts'
import { timeLeft } from '#api/server/time-left.ts'
import { webhookBacklog } from '#api/webhook/backlog.ts'
import { backFillProgress, type BackFillProgress } from '#database/back-fill/back-fill.ts'
import type { Database } from '#database/sql.ts'

/** Prometheus gives up after 10 s. The node's own figures must arrive also while the database does not answer. */
const limit_ms = 3_000

/** Shows the progress of each back-fill. */
function measureBackFills(registry: Registry): (progress: BackFillProgress[]) => void {
  const registers = [registry]
  const labelNames = ['back_fill']
  const written = new Gauge({
    name: 'fiel_back_fill_rows',
    help: 'Rows that a back-fill has written so far.',
    labelNames,
    registers,
  })
  const waiting = new Gauge({
    name: 'fiel_back_fill_waiting',
    help: '1 until the back-fill has ended.',
    labelNames,
    registers,
  })
  return (progress) => {
    for (const { name: back_fill, row_count, ended_at } of progress) {
      written.set({ back_fill }, row_count)
      waiting.set({ back_fill }, ended_at === null ? 1 : 0)
    }
  }
}

/** Returns the function that reads the figures, once for all scrapes that wait for it. It never rejects. */
export function openBacklog(
  registry: Registry,
  {
    database,
    clock,
    boss,
  }: { database: Database; clock: () => Date; boss: Pick<PgBoss, 'getQueues'> },
): () => Promise<void> {
  const registers = [registry]
  const isUp = new Gauge({
    name: 'fiel_database_up',
    help: '1 if the database answered this scrape within 3 s. At 0, the figures of jobs and webhooks are missing.',
    registers,
  })
  const jobs = new Gauge({
    name: 'fiel_jobs',
    help: 'Jobs by queue and state, counted every 60 s. Ready: due now. Deferred: due later. Failed: given up, not yet deleted.',
    labelNames: ['queue', 'state'],
    registers,
  })
  const deadLetters = new Gauge({
    name: 'fiel_dead_letters',
    help: 'Jobs that failed their last attempt and were not replayed, by queue.',
    labelNames: ['queue'],
    registers,
  })
  const deliveries = new Gauge({
    name: 'fiel_webhook_deliveries',
    help: 'Webhook messages by state. Due: an attempt is due now. Waiting: under way, or due later.',
    labelNames: ['state'],
    registers,
  })
  const overdue = new Gauge({
    name: 'fiel_webhook_overdue_seconds',
    help: 'How long the oldest due webhook message has waited for its attempt.',
    registers,
  })

  const setBackFills = measureBackFills(registry)

  async function read(): Promise<void> {
    const inTime = timeLeft(limit_ms)
    // A failed read is an answer: fiel_database_up is 0, and a scrape still gets the node's own figures.
    const found = await inTime(
      Promise.all([
        boss.getQueues(),
        countDeadLetters(database),
        webhookBacklog(database, clock()),
        backFillProgress(database),
      ]),
    ).catch(() => null)
    for (const one of [jobs, deadLetters, deliveries, overdue]) one.reset()
    isUp.set(found ? 1 : 0)
    if (!found) return
    const [queues, letters, webhooks, backFills] = found
    const worked = queues.filter(({ name }) => name !== deadLetterQueue)
    for (const { name: queue, readyCount, deferredCount, activeCount, failedCount } of worked) {
      jobs.set({ queue, state: 'ready' }, readyCount)
      jobs.set({ queue, state: 'deferred' }, deferredCount)
      jobs.set({ queue, state: 'active' }, activeCount)
      jobs.set({ queue, state: 'failed' }, failedCount)
      deadLetters.set({ queue }, letters.find((one) => one.queue === queue)?.count ?? 0)
    }
    deliveries.set({ state: 'due' }, webhooks.due)
    deliveries.set({ state: 'waiting' }, webhooks.waiting)
    overdue.set(webhooks.overdue_s)
    setBackFills(backFills)
  }

  let reading: Promise<void> | undefined
  return () => (reading ??= read().finally(() => (reading = undefined)))
}
