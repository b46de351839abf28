/**
 * The one scheduler. pg-boss stores scheduled jobs, mails and pushes in the same database. So several nodes share them, and a crash
 * loses none.
 */

import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import { purgeViews } from '#api/audit/customer-acts.ts'
import { reportAuditChains } from '#api/audit/verify.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import type { QueueMail } from '#api/context/mail-job.ts'
import { takeHeads } from '#api/head/take-heads.ts'
import { purgeImports } from '#api/import/purge.ts'
import { resumeImports } from '#api/import/resume.ts'
import { deleteDeadLetters } from '#api/job/dead-letter.ts'
import { openDeadLetters, openQueue } from '#api/job/queue.ts'
import { runEach } from '#api/job/run-each.ts'
import { settleDue } from '#api/level/settle-due.ts'
import { causeOf } from '#api/log/cause.ts'
import { collectDebts } from '#api/merge/collect.ts'
import { writeNotices } from '#api/notification/expiry/notices.ts'
import { purgeMessages, purgeNotifications } from '#api/notification/purge.ts'
import { purgeSubscriptions } from '#api/notification/subscription/subscription.ts'
import { eraseInactive } from '#api/privacy/inactive/inactive.ts'
import { erasePreRegistered } from '#api/privacy/retention.ts'
import { publishDue } from '#api/programme/approve.ts'
import { purgePictures } from '#api/programme/picture.ts'
import { closeWaiting } from '#api/report/close-month.ts'
import { foldReports } from '#api/report/fold.ts'
import { findForReview } from '#api/review/find.ts'
import { purgeExpired } from '#api/session/purge.ts'
import { purgeStaff } from '#api/staff/purge.ts'
import { purgeEvents } from '#api/webhook/purge.ts'
import { runBackFills } from '#database/back-fill/run.ts'
import { environment } from '#database/environment.ts'
import { limitedConnection, type TimeLimits, timeLimits } from '#database/sql.ts'
import { reportAudit } from '#engine/audit/audit.ts'
import { reportHeads } from '#engine/head/verify-heads.ts'
import { purgeKeys } from '#engine/idempotency/purge-keys.ts'

/** A job has three attempts within 3 to 8 minutes, polls of `roundSeconds` included. A fail-over of the database takes less. */
const retries = { retryLimit: 2, retryDelay: 60, retryBackoff: true }
/** How often pg-boss deletes finished jobs, hands over the jobs of dead processes, and polls for due jobs. */
const roundSeconds = 60
/**
 * A job whose node has sent no heartbeat for 60 s counts as failed, and the next attempt begins. pg-boss sends one each 15 s while the
 * job runs, from connections of its own: three may fail, as in a fail-over of the database.
 */
const heartbeat = { job_s: 60, refresh_s: 15 }

type Work = SealedDatabase & {
  queueMail: QueueMail
  log: Logger
  /** The servers' clock when the run began. A run that writes for long reads `clock` instead. */
  now: Date
  clock: () => Date
  signal: AbortSignal
}

type ScheduledJob = {
  name: string
  cron: string
  /** A run that takes longer hangs: it counts as failed, and the next attempt begins. */
  expires_s: number
  run: (work: Work) => Promise<unknown>
}

/**
 * The schedule, in UTC. Only one run of each job is active at a time, over all nodes. No job starts on a full hour, when other
 * systems start theirs.
 */
const scheduled: ScheduledJob[] = [
  {
    name: 'purge',
    // At night in Brazil (UTC−3).
    cron: '17 4 * * *',
    expires_s: 3_600,
    run: ({ database, secret, now, signal }) =>
      runEach(
        [
          () => purgeExpired(database, now),
          () => purgeStaff(database, now),
          () => purgeEvents(database, now),
          () => purgeNotifications(database, now),
          () => purgeMessages(database, now),
          () => purgeSubscriptions(database, now),
          () => purgeKeys(database, now),
          () => purgePictures(database, now),
          () => purgeViews(database, now),
          () => purgeImports(database, now),
          () => erasePreRegistered({ database, secret, now, signal }),
        ],
        (purge) => purge(),
        { failed: (count) => `${count} purges failed`, signal },
      ),
  },
  {
    name: 'inactivity',
    cron: '47 4 * * *',
    // The first run of a large company announces to many customers.
    expires_s: 4 * 3_600,
    run: ({ database, secret, queueMail, now, signal }) =>
      eraseInactive({ database, secret, queueMail, now, signal }),
  },
  {
    name: 'audit',
    cron: '41 5 * * *',
    expires_s: 8 * 3_600,
    run: ({ database, log, now, signal }) =>
      runEach(
        [
          () => reportAudit(database, log, now),
          () => reportHeads(database, log, signal),
          () => reportAuditChains(database, log),
        ],
        (report) => report(),
        { failed: (count) => `${count} audits failed`, signal },
      ),
  },
  {
    name: 'level',
    // A day begins in some time zone every 15 minutes. Its companies are settled 3 minutes later.
    cron: '3,18,33,48 * * * *',
    // The longest run settles every customer of a company that has changed its levels.
    expires_s: 4 * 3_600,
    run: ({ database, now, signal }) => settleDue(database, now, signal),
  },
  {
    name: 'notice',
    // 4 minutes after each settling of levels.
    cron: '7,22,37,52 * * * *',
    expires_s: 3_600,
    run: ({ database, now, signal }) => writeNotices(database, now, signal),
  },
  {
    name: 'publication',
    cron: '* * * * *',
    expires_s: 600,
    run: ({ database, secret, now, signal }) => publishDue({ database, secret }, now, signal),
  },
  {
    name: 'report',
    // 6 minutes after a day has begun in some time zone: the calls that began before midnight have ended.
    cron: '6,21,36,51 * * * *',
    // The first run of an old company folds its whole ledger.
    expires_s: 4 * 3_600,
    run: ({ database, now, signal }) => foldReports(database, now, signal),
  },
  {
    name: 'record-head',
    // 11 minutes after a day has begun in some time zone, as for reports.
    cron: '11,26,41,56 * * * *',
    // The first head of an old company covers all its customers.
    expires_s: 4 * 3_600,
    run: ({ database, secret, queueMail, now, signal }) =>
      takeHeads({ database, secret, queueMail, now, signal }),
  },
  {
    name: 'import',
    cron: '* * * * *',
    // A million lines.
    expires_s: 3_600,
    run: ({ database, clock, signal }) => resumeImports(database, clock, signal),
  },
  {
    name: 'closing',
    cron: '* * * * *',
    // A year of a company of a million customers.
    expires_s: 4 * 3_600,
    run: ({ database, clock, signal }) => closeWaiting(database, clock, signal),
  },
  {
    name: 'merge-debt',
    cron: '9,24,39,54 * * * *',
    expires_s: 600,
    run: ({ database, now, signal }) => collectDebts(database, now, signal),
  },
  {
    name: 'review',
    cron: '27 * * * *',
    // It reads the sales of two days of each company.
    expires_s: 3_000,
    run: ({ database, now, signal }) => findForReview(database, now, signal),
  },
  {
    name: 'back-fill',
    // Every 5 minutes, for 4 minutes at most.
    cron: '1-59/5 * * * *',
    expires_s: 300,
    run: ({ database, signal }) => runBackFills(database, { signal, limit_ms: 240_000 }),
  },
]

/** Opens the queue of all jobs, mails included. Errors are logged without their message, which may quote an address. */
export async function openJobs(
  url: string,
  log: Logger,
  limits: TimeLimits = timeLimits,
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    max: environment.DATABASE_JOB_CONNECTIONS,
    // The API's role may not create pg-boss's schema. `fiel migrate` creates it.
    migrate: false,
    // pg-boss passes these options to its connection pool.
    ...limitedConnection(limits),
    superviseIntervalSeconds: roundSeconds,
    maintenanceIntervalSeconds: roundSeconds,
  })
  boss.on('error', (error) => log.error(causeOf(error), 'jobs'))
  await boss.start()
  await openDeadLetters(boss)
  return boss
}

type Needs = SealedDatabase & { queueMail: QueueMail; clock: () => Date; log: Logger }

/** Starts this node's work on due jobs. */
export async function startScheduled(boss: PgBoss, needs: Needs): Promise<void> {
  for (const scheduledJob of scheduled) {
    const { name, cron, expires_s } = scheduledJob
    await openQueue(boss, name, {
      policy: 'exclusive',
      expireInSeconds: expires_s,
      heartbeatSeconds: heartbeat.job_s,
      ...retries,
    })
    await boss.schedule(name, cron)
    await boss.work<object, JobResult[], typeof workOptions>(name, workOptions, (jobs) =>
      Promise.all(jobs.map((job) => runOnce(scheduledJob, job, needs))),
    )
  }
}

const workOptions = {
  pollingIntervalSeconds: roundSeconds,
  heartbeatRefreshSeconds: heartbeat.refresh_s,
  perJobResults: true,
  includeMetadata: true,
} as const

async function runOnce(
  { name, run }: ScheduledJob,
  { id, retryCount, retryLimit, signal }: JobWithMetadata,
  work: Needs,
): Promise<JobResult> {
  try {
    await run({ ...work, now: work.clock(), signal })
    await deleteDeadLetters(work.database, name)
    return { id, status: 'completed' }
  } catch (error) {
    // Leave out the error's message: it may quote a person's data, which neither log nor queue may hold.
    const output = causeOf(error)
    const failure = { job_id: id, queue: name, attempts: retryCount + 1, ...output }
    if (retryCount < retryLimit) work.log.warn(failure, 'a job failed')
    else work.log.error(failure, 'a job was given up')
    return { id, status: 'failed', output }
  }
}
