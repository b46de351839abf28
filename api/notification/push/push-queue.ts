/** The queue of pushes. A job sends one message to all devices of the customer, once to each. */

import type { Pool } from 'pg'
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import webPush from 'web-push'

import type { PushJob, QueueMessage } from '#api/context/mail-job.ts'
import { dbOf, openQueue } from '#api/job/queue.ts'
import { causeOf } from '#api/log/cause.ts'
import { messageContent } from '#api/notification/message/content.ts'
import { noticeText } from '#api/notification/message/notice-text.ts'
import { openSender, type Sender } from '#api/webhook/post.ts'
import type { CompanyFile } from '#contract/company-file.ts'
import type { PushPayload } from '#contract/notification.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

import type { Vapid } from './vapid.ts'

const pushQueue = 'push'

/** Retries for about 5 h in all, because an old push is stale. */
const pushOptions = {
  retryLimit: 16,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 1_800,
  /** Longer than the time limits of ten devices, so a job that is active for longer belongs to a dead node. */
  expireInSeconds: 120,
  deleteAfterSeconds: 60,
}
const workOptions = {
  pollingIntervalSeconds: 1,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const
/** ms for a push service's answer. */
const timeout_ms = 10_000
/** Seconds that a push service keeps a push for a device that is off. */
const timeToLive_s = 86_400

type Needs = {
  boss: PgBoss
  database: Pool
  clock: () => Date
  log: Logger
  vapid: Vapid
  /** Allows http and private addresses, for the demo and tests. */
  allow_private: boolean
}

export type PushQueue = {
  queuePush: QueueMessage<PushJob>
  startSending: () => Promise<void>
  stop: () => void
}

export async function openPushQueue({
  boss,
  database,
  clock,
  log,
  vapid,
  allow_private,
}: Needs): Promise<PushQueue> {
  await openQueue(boss, pushQueue, pushOptions)
  const sender = openSender({ allow_private, timeout_ms })

  const queuePush: QueueMessage<PushJob> = async (connection, job, wait_s = 0) => {
    const attempts = job.attempts ?? 0
    await boss.send(pushQueue, job, {
      retryLimit: Math.max(0, pushOptions.retryLimit - attempts),
      retryDelay: delayAfter_s(attempts),
      startAfter: wait_s,
      db: dbOf(connection),
    })
  }

  async function send(job: JobWithMetadata<PushJob>): Promise<JobResult> {
    const { id, data } = job
    /** Attempts before this one. A replayed job begins anew. */
    const attempts = (job.sourceRootId === null ? (data.attempts ?? 0) : 0) + job.retryCount
    const isLast = attempts >= pushOptions.retryLimit
    try {
      const { wait_s, failed, taken } = await sendPush(
        database,
        { sender, vapid, now: clock() },
        data,
      )
      if (wait_s > 0) await replace(job, data, wait_s)
      else if (failed.length === 0) await boss.complete(pushQueue, job)
      else {
        // A dead letter names only the devices that have not shown the message, so devices that took it end the job here.
        if (taken === 0) throw new NotTaken(failed[0]!.outcome)
        const rest = { subscription_ids: failed.map((one) => one.id), attempts: attempts + 1 }
        await replace(job, { ...data, ...rest }, delayAfter_s(attempts))
        const failure = { job_id: id, kind: data.notice, attempts, devices: failed.length }
        log.warn({ ...failure, code: failed[0]!.outcome }, 'a push was not sent to all devices')
      }
    } catch (error) {
      // Leave out the error's message: it may quote the device's address at the push service, which is a secret.
      const output = causeOf(error)
      const failure = { job_id: id, kind: data.notice, attempts, ...output }
      if (isLast) log.error(failure, 'a push was given up')
      else log.warn(failure, 'a push was not sent')
      return { id, status: 'failed', output }
    }
    return { id, status: 'completed' }
  }

  /** Completes a job and queues one for the remaining devices, in one transaction. */
  async function replace(
    job: JobWithMetadata<PushJob>,
    rest: PushJob,
    wait_s: number,
  ): Promise<void> {
    await transaction(database, async (connection) => {
      await queuePush(connection, rest, wait_s)
      await boss.complete(pushQueue, job, undefined, { db: dbOf(connection) })
    })
  }

  return {
    queuePush,
    startSending: async () => {
      await boss.work<PushJob, JobResult[], typeof workOptions>(pushQueue, workOptions, (jobs) =>
        Promise.all(jobs.map(send)),
      )
    },
    stop: () => sender.close(),
  }
}

/** Seconds to wait before the next attempt, after `attempts` + 1 failed ones. */
function delayAfter_s(attempts: number): number {
  return Math.min(pushOptions.retryDelay * 2 ** attempts, pushOptions.retryDelayMax)
}

type Device = { id: string; endpoint: string; p256dh: Buffer; auth: Buffer }
type Sending = { sender: Sender; vapid: Vapid; now: Date }

/** A push service is busy or away. The retry has the same topic, so that no device shows the message twice. */
class NotTaken extends Error {
  override name = 'NotTaken'
  code: string
  constructor(outcome: string) {
    super('a push service did not take a push')
    this.code = outcome
  }
}

type Sent = {
  /** Seconds until the quiet hours end; 0: the push was sent, or the customer has switched the kind off. */
  wait_s: number
  taken: number
  /** The devices to retry, each with the reason. */
  failed: { id: string; outcome: string }[]
}

async function sendPush(database: Database, sending: Sending, job: PushJob): Promise<Sent> {
  const { company_id, customer_id } = job
  const found = await messageContent(database, { ...job, channel: 'push' }, sending.now)
  const company = await row<{ file: CompanyFile }>(
    database,
    sql`select file from mail_sender_of(${company_id}) file`,
  )
  if (!found || !company) return { wait_s: 0, taken: 0, failed: [] }
  if (found.wait_s > 0) return { wait_s: found.wait_s, taken: 0, failed: [] }
  const { file } = company
  const { sentence, path } = noticeText(found.content, file)
  const topic = job.message_id.replaceAll('-', '')
  const payload: PushPayload = { title: file.program_name, body: sentence, path, tag: topic }
  const devices = await rows<Device>(
    database,
    sql`select id, endpoint, p256dh, auth
          from subscriptions_of(${company_id}, ${customer_id}, ${sending.now})
         where ${job.subscription_ids ?? null}::uuid[] is null
            or id = any(${job.subscription_ids ?? null}::uuid[])`,
  )
  const subject = `https://${file.frontend_domain}`
  const outcomes = await Promise.all(
    devices.map(async (device) => ({
      id: device.id,
      outcome: await post(sending, device, { payload, topic, subject }),
    })),
  )
  const goneIds = outcomes.filter(({ outcome }) => outcome === 'gone').map(({ id }) => id)
  if (goneIds.length > 0) {
    await rows(
      database,
      sql`delete from push_subscription where company_id = ${company_id} and id = any(${goneIds}::uuid[])`,
    )
  }
  return {
    wait_s: 0,
    taken: outcomes.filter(({ outcome }) => outcome === 'taken').length,
    failed: outcomes.filter(({ outcome }) => outcome !== 'gone' && outcome !== 'taken'),
  }
}

type Push = { payload: PushPayload; topic: string; subject: string }

/** 'gone': the subscription has ended, or its address is not allowed. Another text: the reason for a retry. */
async function post(
  { sender, vapid }: Sending,
  { endpoint, p256dh, auth }: Device,
  { payload, topic, subject }: Push,
): Promise<string> {
  const keys = { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
  let request: ReturnType<typeof webPush.generateRequestDetails>
  try {
    request = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(payload), {
      vapidDetails: { subject, ...vapid },
      TTL: timeToLive_s,
      topic,
      urgency: 'normal',
    })
  } catch {
    // The key is not a point of the curve, so no push can be encrypted for it.
    return 'gone'
  }
  const { 'Content-Type': type, 'Content-Length': length, ...headers } = request.headers
  const { status, failure } = await sender.post(
    endpoint,
    { ...headers, 'content-type': String(type), 'content-length': String(length) },
    request.body!,
  )
  if (status === 404 || status === 410 || failure === 'address') return 'gone'
  if (status !== null && status < 300) return 'taken'
  return failure ?? String(status)
}
