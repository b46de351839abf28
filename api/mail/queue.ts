/** The queue of mails: on the same database, so that a mail is queued if and only if what it tells of has happened. */

import { type Job, type JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import { type Database, rows, sql } from '#api/database/sql.ts'

import type { MailJob, QueueMail } from './job.ts'
import type { Transport } from './transport.ts'
import { writeMail } from './write-mail.ts'

const mail_queue = 'mail'
const purge_queue = 'purge'

/** Some seven hours in all: a mail server's bad night. A mail is forgotten a minute after it was sent. */
const mail_options = {
  retryLimit: 20,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 1_800,
  expireInSeconds: 120,
  deleteAfterSeconds: 60,
}
/** A mail leaves within a second. */
const work_options = {
  pollingIntervalSeconds: 1,
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

type Needs = {
  url: string
  database: Database
  clock: () => Date
  log: Logger
  transport: Transport
  /** Of this server, for links to names that only this machine knows. */
  local_port: number
}

/** Starts sending. `stop` lets the mail under way go out first. */
export async function startMailQueue({
  url,
  database,
  clock,
  log,
  transport,
  local_port,
}: Needs): Promise<{ queueMail: QueueMail; stop: () => Promise<void> }> {
  const boss = new PgBoss({ connectionString: url, max: 4 })
  boss.on('error', ({ name }) => log.error({ name }, 'mail queue'))
  await boss.start()
  await boss.createQueue(mail_queue, mail_options)
  async function send({ id, data, retryCount }: Job<MailJob>): Promise<JobResult> {
    try {
      const mail = await writeMail(database, data, { id, now: clock(), local_port })
      if (mail) await transport.send(mail)
      return { id, status: 'completed' }
    } catch (error) {
      // Not its own words, which may quote an address: neither in the log nor in the queue.
      log.warn({ kind: data.kind, retryCount, ...causeOf(error) }, 'a mail was not sent')
      return { id, status: 'failed' }
    }
  }
  await boss.work<MailJob, JobResult[], typeof work_options>(mail_queue, work_options, (jobs) =>
    Promise.all(jobs.map(send)),
  )
  await boss.createQueue(purge_queue)
  await boss.schedule(purge_queue, '17 4 * * *')
  await boss.work(purge_queue, () => purge(database, clock()))
  return {
    queueMail: async (connection, job) => {
      await boss.send(mail_queue, job, {
        db: { executeSql: (text, values) => connection.query(text, values) },
      })
    },
    stop: async () => {
      await boss.stop({ graceful: true, timeout: 10_000 })
      transport.close()
    },
  }
}

function causeOf(error: unknown): { name: string; code: string | undefined } {
  const { name, code } = error as { name: string; code?: string }
  return { name, code }
}

/** What has been over for a day tells nobody anything. */
async function purge(database: Database, now: Date): Promise<void> {
  await rows(
    database,
    sql`delete from mailed_token
         where company_id in (select company_id from company)
           and expires_at < ${now}::timestamptz - interval '1 day'`,
  )
  await rows(
    database,
    sql`delete from attempt
         where company_id in (select company_id from company)
           and greatest(last_at, free_at) < ${now}::timestamptz - interval '1 day'`,
  )
  await rows(
    database,
    sql`delete from session
         where company_id in (select company_id from company)
           and (expires_at < ${now}::timestamptz - interval '1 day'
             or last_used_on < (${now}::timestamptz - interval '31 days')::date)`,
  )
}
