/** The statements of notices and of the queue of mails. The statements of pg-boss are those of the model's own queue (node/boss.ts). */

import type { MailJob } from '#api/context/mail-job.ts'

import type { Job } from '../disk/disk.ts'
import type { Handler, Known } from './handler.ts'

const watermark: Handler = ({ now_ms, oldest_ms }) => [
  { now_ms: String(now_ms), ms: String(Math.min(now_ms, oldest_ms) - 1_000) },
]

const withNotices: Handler = ({ disk, facts, values }) => {
  const before = values[0] as string
  return facts.companies
    .filter((company_id) =>
      [...disk.notices.values()].some(
        (notice) =>
          notice.company_id === company_id &&
          notice.id < before &&
          notice.id > (disk.progress.get(company_id) ?? ''),
      ),
    )
    .toSorted()
    .map((company_id) => ({ company_id }))
}

/** The next notices become messages by mail. Another node that has the company gets none. */
const takeMessages: Handler = ({ tx, disk, facts, values }) => {
  const [company_id, before, pageSize, , now] = values as [string, string, number, object, Date]
  if (!tx.lock(`progress ${company_id}`)) return []
  const after = tx.get(disk.progress, company_id) ?? ''
  const page = [...disk.notices.values()]
    .filter((one) => one.company_id === company_id && one.id > after && one.id < before)
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .slice(0, pageSize)
  if (page.length === 0) return []
  tx.set(disk.progress, company_id, page.at(-1)!.id)
  return page.map(({ id, customer_id, kind }) => {
    const message_id = tx.newId()
    tx.set(disk.messages, message_id, id)
    return {
      id: message_id,
      customer_id,
      kind,
      channel: 'mail',
      notification_id: id,
      wait_s: quiet_s(now.getTime(), facts.quiet_until_ms),
    }
  })
}

function quiet_s(now_ms: number, until_ms: number): number {
  return Math.max(0, Math.ceil((until_ms - now_ms) / 1_000))
}

/** The seconds until the quiet hours end: what the letter of a notice reads before it is sent. */
const readLetter: Handler = ({ facts, values }) => [
  { wait_s: quiet_s((values[0] as Date).getTime(), facts.quiet_until_ms) },
]

type Options = { priority: number; start_after_s: number; retry_limit: number }

const addJob: Handler = ({ tx, disk, values, now_ms }) => {
  const [name, data, options] = values as [string, MailJob, Options]
  const id = tx.newId()
  tx.set(disk.jobs, id, {
    id,
    root_id: null,
    name,
    data,
    state: 'created',
    priority: options.priority,
    retry_count: 0,
    retry_limit: options.retry_limit,
    start_ms: now_ms + options.start_after_s * 1_000,
    started_ms: null,
  })
  return [{ id }]
}

/** The time after which an active job counts as lost with its node, as api/job/mails.ts sets it. */
export const expire_ms = 120_000

/** Due jobs become active, at most `limit`. A job that was active for too long has failed. */
const fetchJobs: Handler = ({ tx, disk, values, now_ms, chance }) => {
  const [name, limit] = values as [string, number]
  for (const job of disk.jobs.values()) {
    if (job.state !== 'active' || job.started_ms! + expire_ms >= now_ms) continue
    if (tx.lock(`job ${job.id}`)) tx.set(disk.jobs, job.id, failed(job, now_ms, chance.fraction()))
  }
  const due = [...disk.jobs.keys()]
    .map((id) => tx.get(disk.jobs, id)!)
    .filter((job) => job.name === name && isWaiting(job) && job.start_ms <= now_ms)
    .toSorted((one, other) => other.priority - one.priority || one.start_ms - other.start_ms)
    .filter(({ id }) => tx.lock(`job ${id}`))
    .slice(0, limit)
  return due.map((job) => {
    const retry_count = job.retry_count + (job.started_ms === null ? 0 : 1)
    const active: Job = { ...job, state: 'active', retry_count, started_ms: now_ms }
    tx.set(disk.jobs, job.id, active)
    return active
  })
}

export function isWaiting({ state }: Job): boolean {
  return state === 'created' || state === 'retry'
}

/** A failed attempt: the job waits for the next one, 1 to 2 s after the first, and twice as long after each further one. */
function failed(job: Job, now_ms: number, fraction: number): Job {
  if (job.retry_count >= job.retry_limit) return { ...job, state: 'failed' }
  const half_s = 2 ** Math.min(16, job.retry_count + 1) / 2
  const delay_s = Math.min(1_800, half_s + half_s * fraction)
  return { ...job, state: 'retry', start_ms: now_ms + delay_s * 1_000 }
}

type Settled = { id: string; retry_count: number; status: 'completed' | 'failed' }

/** Ends attempts. An attempt that another one has followed changes nothing. */
const settleJobs: Handler = ({ tx, disk, values, now_ms, chance }) => {
  for (const { id, retry_count, status } of values[0] as Settled[]) {
    const job = tx.get(disk.jobs, id)
    if (job?.state !== 'active' || job.retry_count !== retry_count) continue
    const next: Job =
      status === 'completed' ? { ...job, state: status } : failed(job, now_ms, chance.fraction())
    tx.set(disk.jobs, id, next)
  }
  return []
}

/** An operator puts the dead letters back: `fiel job replay`. */
const replayJobs: Handler = ({ tx, disk, now_ms }) => {
  const dead = [...disk.jobs.values()].filter(({ state }) => state === 'failed')
  for (const job of dead) {
    const id = tx.newId()
    tx.set(disk.jobs, job.id, { ...job, state: 'completed' })
    tx.set(disk.jobs, id, {
      ...job,
      id,
      root_id: job.root_id ?? job.id,
      state: 'created',
      retry_count: 0,
      started_ms: null,
      start_ms: now_ms,
    })
  }
  return dead
}

export const jobTexts = {
  add: 'model: add a job',
  fetch: 'model: fetch jobs',
  settle: 'model: settle jobs',
  replay: 'model: replay jobs',
} as const

export const messageStatements: Known[] = [
  ['from pg_stat_activity', watermark],
  ['has_new_notices(', withNotices],
  ['from take_messages(', takeMessages],
  ['model: read a letter', readLetter],
  [jobTexts.add, addJob],
  [jobTexts.fetch, fetchJobs],
  [jobTexts.settle, settleJobs],
  [jobTexts.replay, replayJobs],
]
