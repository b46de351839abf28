/** The queue of mails. It is in the same database, so a mail is queued if and only if its event is committed. */

import type { Pool } from 'pg'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import type { MailJob, QueueMail } from '#api/context/mail-job.ts'
import { mailOptions, mailQueue, openMails } from '#api/job/mails.ts'
import { dbOf, jobKey } from '#api/job/queue.ts'
import { causeOf } from '#api/log/cause.ts'
import { noteAnnouncementSent } from '#api/privacy/announcement/announcement.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'
import { transaction } from '#database/sql.ts'

import type { Transport } from './transport.ts'
import { writeMail } from './write-mail.ts'

/** Polls every second, so that a mail leaves within 1 s. `batchSize` is also the maximum of connections to the mail server. */
const workOptions = {
  pollingIntervalSeconds: 1,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const

type Needs = {
  boss: PgBoss
  database: Pool
  clock: () => Date
  log: Logger
  secret: ServerSecret
  transport: Transport
  /** The sender for companies that name none; null: nao-responda@ at their own domain. */
  mailFrom: string | null
  /** Another writer of mails, for the simulation. Its mails need no company with logos. */
  write?: typeof writeMail
}

export type MailQueue = {
  queueMail: QueueMail
  /** Starts sending. `local_port`: links to .localhost names lead to this port of the server. */
  startSending: (localPort: number) => Promise<void>
  /** Resolves once the jobs have stopped and mails in flight are sent. */
  stop: () => void
}

export async function openMailQueue({
  boss,
  database,
  clock,
  log,
  secret,
  transport,
  mailFrom,
  write = writeMail,
}: Needs): Promise<MailQueue> {
  const queueMail = await openMails(boss)

  async function send(job: JobWithMetadata<MailJob>, localPort: number): Promise<JobResult> {
    const { id, data, retryCount, signal } = job
    try {
      const isRetry = retryCount > 0 || job.sourceRootId !== null
      const sending = { id: jobKey(job), now: clock(), localPort, mailFrom, isRetry, secret }
      const mail = await write(database, data, sending)
      if (typeof mail === 'number') {
        await postpone(job, mail)
        return { id, status: 'completed' }
      }
      if (mail === 'too_many') log.warn({ job_id: id, kind: data.kind }, 'rate limit exceeded')
      // `signal`: after `expireInSeconds` another node sends the mail.
      else if (mail !== 'nobody') {
        await transport.send(mail, signal)
        if (data.kind === 'erasure_announced') await noteAnnouncementSent(database, data, clock())
      }
    } catch (error) {
      // Leave out the error's message: it may quote an email, which neither log nor queue may hold.
      const output = causeOf(error)
      const failure = { job_id: id, kind: data.kind, retryCount, ...output }
      if (retryCount < mailOptions.retryLimit) log.warn(failure, 'a mail was not sent')
      else log.error(failure, 'a mail was given up')
      return { id, status: 'failed', output }
    }
    // One job at a time: a process that dies repeats one mail, not a whole batch.
    await boss.complete(mailQueue, job)
    return { id, status: 'completed' }
  }

  /** Queues a delayed mail again until the quiet hours end. The new job and the end of this job commit together. */
  async function postpone(job: JobWithMetadata<MailJob>, wait_s: number): Promise<void> {
    await transaction(database, async (connection) => {
      await queueMail(connection, job.data, wait_s)
      await boss.complete(mailQueue, job, undefined, { db: dbOf(connection) })
    })
  }

  return {
    queueMail,
    startSending: async (localPort) => {
      await boss.work<MailJob, JobResult[], typeof workOptions>(mailQueue, workOptions, (jobs) =>
        Promise.all(jobs.map((job) => send(job, localPort))),
      )
    },
    stop: () => transport.close(),
  }
}
