/** The queue of mails. It is in the same database, so a mail is queued if and only if its event is committed. */

import type { Job, JobResult, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import type { MailJob, QueueMail } from '#api/context/mail-job.ts'
import { causeOf } from '#api/log/cause.ts'
import type { Database } from '#database/sql.ts'

import type { Transport } from './transport.ts'
import { writeMail } from './write-mail.ts'

const mail_queue = 'mail'

/** About 7 h in all, so that a night's failure of the mail server loses no mail. */
export const mail_options = {
  retryLimit: 24,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 1_800,
  /** Longer than the transport's limits together: a node that holds a mail longer has died. */
  expireInSeconds: 120,
  /** A job may hold a typed email or CPF, so finished jobs are deleted after two maintenance runs. */
  deleteAfterSeconds: 60,
}
/** A mail leaves within 1 s. This is also the maximum of connections to the mail server. */
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
  /** The sender for companies that name none; null: nao-responda@ at their own domain. */
  mail_from: string | null
}

export type MailQueue = {
  queueMail: QueueMail
  /** Starts sending. `local_port`: links to .localhost names lead to this port of the server. */
  startSending: (local_port: number) => Promise<void>
  /** Resolves once the jobs have stopped and mails in flight are sent. */
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
      // `signal`: after `expireInSeconds` another node sends the mail.
      else if (mail !== 'nobody') await transport.send(mail, signal)
    } catch (error) {
      // Without the error's message, which may quote an address: neither log nor queue may hold one.
      const failure = { job_id: id, kind: data.kind, retryCount, ...causeOf(error) }
      if (retryCount < mail_options.retryLimit) log.warn(failure, 'a mail was not sent')
      else log.error(failure, 'a mail was given up')
      return { id, status: 'failed' }
    }
    // One job at a time: a process that dies repeats one mail, not a whole batch.
    await boss.complete(mail_queue, job)
    return { id, status: 'completed' }
  }

  return {
    queueMail: async (connection, job) => {
      const db = {
        executeSql: (text: string, values?: unknown[]) => connection.query(text, values),
      }
      // Options with each job, because an existing queue keeps the options of the release that made it.
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
