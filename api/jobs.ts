/** What is done without being asked: jobs of pg-boss on the same database, so that several nodes share them and a crash loses none. */

import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'

import { settleDue } from '#api/level/settle-due.ts'
import { causeOf } from '#api/log/cause.ts'
import { writeNotices } from '#api/notification/notices.ts'
import { purgeNotifications } from '#api/notification/purge.ts'
import { purgeExpired } from '#api/session/purge.ts'
import { purgeEvents } from '#api/webhook/purge.ts'
import { type Database, limitedConnection, type TimeLimits, timeLimits } from '#database/sql.ts'
import { reportAudit } from '#engine/audit/audit.ts'
import { purgeKeys } from '#engine/purge-keys.ts'

/** How often what is done is deleted, what a dead process held is given to another, and what is due by the clock looked for. */
const round_seconds = 60

type Work = { database: Database; log: Logger; now: Date; signal: AbortSignal }

type ScheduledJob = {
  name: string
  cron: string
  /** A run that takes longer has died, and is taken up by the next. */
  expires_s: number
  run: (work: Work) => Promise<unknown>
}

/** The table of all that the clock starts (UTC), in nobody's full hour. One run of each at a time, over all nodes. */
const scheduled: ScheduledJob[] = [
  {
    name: 'purge',
    // At night in Brazil (UTC−3).
    cron: '17 4 * * *',
    expires_s: 3_600,
    run: async ({ database, now }) => {
      await purgeExpired(database, now)
      await purgeEvents(database, now)
      await purgeNotifications(database, now)
      await purgeKeys(database, now)
    },
  },
  {
    name: 'audit',
    cron: '41 5 * * *',
    expires_s: 8 * 3_600,
    run: ({ database, log, now }) => reportAudit(database, log, now),
  },
  {
    name: 'level',
    // A day begins at every quarter of an hour somewhere: whose company's has begun is settled three minutes later.
    cron: '3,18,33,48 * * * *',
    // The longest goes through every customer of a company whose chain is another.
    expires_s: 4 * 3_600,
    run: ({ database, now, signal }) => settleDue(database, now, signal),
  },
  {
    name: 'notice',
    // When levels are settled.
    cron: '7,22,37,52 * * * *',
    expires_s: 3_600,
    run: ({ database, now, signal }) => writeNotices(database, now, signal),
  },
]

/** The queue of all jobs, mails among them. What goes wrong in it is logged without the words of an error, which may quote an address. */
export async function openJobs(
  url: string,
  log: Logger,
  limits: TimeLimits = timeLimits,
): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: url,
    max: 4,
    // `migrate` has made its schema: this role may not.
    migrate: false,
    // The queue gives them to its pool.
    ...limitedConnection(limits),
    superviseIntervalSeconds: round_seconds,
    maintenanceIntervalSeconds: round_seconds,
  })
  boss.on('error', (error) => log.error(causeOf(error), 'jobs'))
  await boss.start()
  return boss
}

/** From now on this node does what is due. */
export async function startScheduled(
  boss: PgBoss,
  { database, clock, log }: { database: Database; clock: () => Date; log: Logger },
): Promise<void> {
  for (const { name, cron, expires_s, run } of scheduled) {
    await boss.createQueue(name, { policy: 'exclusive', expireInSeconds: expires_s })
    await boss.schedule(name, cron)
    await boss.work(name, { pollingIntervalSeconds: round_seconds }, async ([job]) => {
      await run({ database, log, now: clock(), signal: job!.signal })
    })
  }
}
