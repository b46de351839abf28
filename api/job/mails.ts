/** Queues mails. A command queues them too; only nodes send them (api/mail/queue.ts). */

import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'

import type { QueueMail } from '#api/context/mail-job.ts'
import { isSandbox } from '#contract/sandbox/id.ts'

import { dbOf, openDeadLetters, openQueue } from './queue.ts'

export const mailQueue = 'mail'

/** Retries for about 7 h in all, so that no mail is lost if the mail server fails for a night. */
export const mailOptions = {
  retryLimit: 24,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 1_800,
  /** The time after which an active job counts as lost with its node. Longer than the time limits of the transport together. */
  expireInSeconds: 120,
  /** A job may hold a typed email or CPF, so finished jobs are deleted after two maintenance runs. */
  deleteAfterSeconds: 60,
}

/** Creates the queue, or gives it the options of this release. */
export async function openMails(boss: PgBoss): Promise<QueueMail> {
  await openQueue(boss, mailQueue, mailOptions)
  return async (connection, job, wait_s = 0) => {
    // An address in a sandbox may be a real person's.
    if (isSandbox(job.company_id)) return
    // A company's first night may announce erasures to thousands, and midnight has a head for each company. A login link waits for
    // neither.
    const isPatient = job.kind === 'erasure_announced' || job.kind === 'record_head'
    const priority = isPatient ? -1 : 0
    const options = { priority, startAfter: wait_s, db: dbOf(connection) }
    await boss.send(mailQueue, job, options)
  }
}

/** `work` with the queue, for a command: it queues on the command's connections and works on no job. */
export async function withMails(
  database: Pool,
  work: (queueMail: QueueMail) => Promise<void>,
): Promise<void> {
  const boss = new PgBoss({ db: dbOf(database), migrate: false, supervise: false, schedule: false })
  await boss.start()
  try {
    await openDeadLetters(boss)
    await work(await openMails(boss))
  } finally {
    await boss.stop()
  }
}
