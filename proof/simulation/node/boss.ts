/**
 * The queue of jobs in place of pg-boss, with the calls that api/mail/queue.ts makes: jobs are fetched by one node, retried after a
 * failure, and given to another node when theirs has died. The conformance test compares it with pg-boss.
 */

import type pg from 'pg'
import type { Db, JobResult, JobWithMetadata, PgBoss } from 'pg-boss'

import type { MailJob } from '#api/context/mail-job.ts'
import { sleep } from '#contract/io/io.ts'
import type { Clock } from '#database/io.ts'

import { expire_ms, isWaiting, jobTexts } from '../database/message-statements.ts'
import type { Disk, Job } from '../disk/disk.ts'

type SendOptions = { priority?: number; startAfter?: number; db?: Db }
type Fetched = JobWithMetadata<MailJob>
type Handler = (jobs: Fetched[]) => Promise<JobResult[]>
type Attempt = Pick<Fetched, 'id' | 'retryCount'>

type Needs = {
  pool: pg.Pool
  clock: Clock
  disk: Disk
  /** The attempts of a job before it is a dead letter. The product's 24 would take 7 hours. */
  retry_limit: number
  /** The database's clock. */
  now_ms: () => number
}

/** ms between two fetches, as the mail queue asks for. */
const poll_ms = 1_000

export class ModelBoss {
  readonly #needs: Needs
  #idle = new AbortController()
  /** The limits of the jobs in progress. */
  readonly #cancels = new Map<string, () => void>()

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** The queue in the form of the package. */
  boss(): PgBoss {
    const boss = {
      createQueue: async () => undefined,
      updateQueue: async () => undefined,
      send: async (name: string, data: object, options: SendOptions) => {
        const { priority = 0, startAfter = 0, db } = options
        const { retry_limit } = this.#needs
        const stored = { priority, start_after_s: startAfter, retry_limit }
        await this.#run(jobTexts.add, [name, data, stored], db)
      },
      complete: (_name: string, job: Attempt, _data?: object, options?: { db: Db }) =>
        this.#settle([job], 'completed', options?.db),
      work: async (name: string, { batchSize }: { batchSize: number }, handler: Handler) =>
        void this.#work(name, batchSize, handler),
    }
    return boss as unknown as PgBoss
  }

  /** Ends the wait for due jobs. */
  wake(): void {
    this.#idle.abort()
    this.#idle = new AbortController()
  }

  /** Puts the dead letters back, as an operator does. */
  replay(): Promise<unknown> {
    return this.#run(jobTexts.replay, [])
  }

  #run(text: string, values: unknown[], db?: Db) {
    const { pool } = this.#needs
    return (db ?? { executeSql: (sql, of) => pool.query(sql, of) }).executeSql(text, values)
  }

  #settle(attempts: Attempt[], status: 'completed' | 'failed', db?: Db): Promise<unknown> {
    const settled = attempts.map(({ id, retryCount }) => ({ id, retry_count: retryCount, status }))
    return this.#run(jobTexts.settle, [settled], db)
  }

  /** One batch after the other. An idle queue costs no events: it waits until a job is due or was added. */
  async #work(name: string, limit: number, handler: Handler): Promise<void> {
    const { clock, disk, now_ms } = this.#needs
    for (;;) {
      try {
        const jobs = await this.#fetch(name, limit)
        if (jobs.length > 0) await this.#handle(jobs, handler)
        if (jobs.length === limit) continue
      } catch {
        // pg-boss emits the error and polls again. A job that was not settled expires.
      }
      await sleep(clock, poll_ms)
      const wait_ms = nextDue(disk) - now_ms()
      if (wait_ms > 0) await sleep(clock, Math.min(wait_ms, 3_600_000), this.#idle.signal)
    }
  }

  async #fetch(name: string, limit: number): Promise<Fetched[]> {
    const { rows } = await this.#run(jobTexts.fetch, [name, limit])
    return (rows as Job[]).map((job) => {
      const expired = new AbortController()
      const abort = () => expired.abort(new Error('handler execution exceeded 120s'))
      this.#cancels.set(job.id, this.#needs.clock.after(expire_ms, abort))
      return {
        id: job.id,
        name,
        data: job.data,
        retryCount: job.retry_count,
        retryLimit: job.retry_limit,
        sourceRootId: job.root_id,
        signal: expired.signal,
      } as unknown as Fetched
    })
  }

  /** Settles what the handler has not settled by itself. */
  async #handle(jobs: Fetched[], handler: Handler): Promise<void> {
    try {
      const results = await handler(jobs)
      for (const status of ['completed', 'failed'] as const) {
        const ids = new Set(results.filter((one) => one.status === status).map(({ id }) => id))
        const of = jobs.filter(({ id }) => ids.has(id))
        if (of.length > 0) await this.#settle(of, status)
      }
    } catch {
      // As pg-boss does: all jobs of the batch that are still active are tried again.
      await this.#settle(jobs, 'failed')
    } finally {
      for (const { id } of jobs) this.#cancels.get(id)?.()
    }
  }
}

/** When the next job is due. */
function nextDue(disk: Disk): number {
  let next_ms = Infinity
  for (const job of disk.jobs.values()) {
    if (isWaiting(job)) next_ms = Math.min(next_ms, job.start_ms)
    if (job.state === 'active') next_ms = Math.min(next_ms, job.started_ms! + expire_ms)
  }
  return next_ms
}
