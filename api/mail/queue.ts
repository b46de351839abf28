/** The queue of mails: on the same database, so that a mail is queued if and only if what it tells of has happened. */

import type { Job, JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import type { MailJob, QueueMail } from '#api/context/mail-job.ts'
import { causeOf } from '#api/jobs.ts'
import type { Database } from '#database/sql.ts'

import type { Transport } from './transport.ts'
import { writeMail } from './write-mail.ts'

const mail_queue = 'mail'

/** Some seven hours in all: a mail server's bad night. */
export const mail_options = {
  retryLimit: 24,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 1_800,
  /** More than the transport's limits together: whoever holds a mail longer has died. */
  expireInSeconds: 120,
  /** A job may hold an email or a CPF as it was typed: it is gone two rounds after it was done. */
  deleteAfterSeconds: 60,
}
/** A mail leaves within a second. As many connections to the mail server at once, at most. */
const work_options = {
  pollingIntervalSeconds: 1,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
} as const

type Needs = {
  boss: PgBoss
  database: Database
  clock: () => Date
  log: Logger
  transport: Transport
  /** Who mails for companies that name no sender; null: nao-responda@ their own domain. */
  mail_from: string | null
}

export type MailQueue = {
  queueMail: QueueMail
  /** From now on. `local_port` is where this server listens: links to names that only this machine knows lead there. */
  startSending: (local_port: number) => Promise<void>
  /** Once the jobs have stopped, so that the mails under way have gone out. */
  stop: () => void
}

export async function openMailQueue({
  boss,
  database,
  clock,
  log,
  transport,
  mail_from,
}: Needs): Promise<MailQueue> {
  await boss.createQueue(mail_queue)

  async function send(job: Job<MailJob>, local_port: number): Promise<JobResult> {
    const { id, data, retryCount, signal } = job
    try {
      const is_retry = retryCount > 0
      const sending = { id, now: clock(), local_port, mail_from, is_retry }
      const mail = await writeMail(database, data, sending)
      if (mail === 'too_many') log.warn({ job_id: id, kind: data.kind }, 'rate limit exceeded')
      // `signal`: after `expireInSeconds` the mail is another node's to send.
      else if (mail !== 'nobody') await transport.send(mail, signal)
    } catch (error) {
      // Not its own words, which may quote an address: neither in the log nor in the queue.
      const failure = { job_id: id, kind: data.kind, retryCount, ...causeOf(error) }
      if (retryCount < mail_options.retryLimit) log.warn(failure, 'a mail was not sent')
      else log.error(failure, 'a mail was given up')
      return { id, status: 'failed' }
    }
    // By itself and at once: a process that dies repeats what it was just sending, not a whole batch.
    await boss.complete(mail_queue, job)
    return { id, status: 'completed' }
  }

  return {
    queueMail: async (connection, job) => {
      const db = {
        executeSql: (text: string, values?: unknown[]) => connection.query(text, values),
      }
      // With each job, because a queue that is known keeps the options of the release that made it.
      await boss.send(mail_queue, job, { ...mail_options, db })
    },
    startSending: async (local_port) => {
      await boss.work<MailJob, JobResult[], typeof work_options>(mail_queue, work_options, (jobs) =>
        Promise.all(jobs.map((job) => send(job, local_port))),
      )
    },
    stop: () => transport.close(),
  }
}
