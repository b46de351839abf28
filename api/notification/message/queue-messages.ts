/** Turns notices into messages outside the portal (D21): one job for each message and channel. */

import type { Pool } from 'pg'
import type { Logger } from 'pino'

import type { PushJob, QueueMail, QueueMessage } from '#api/context/mail-job.ts'
import { causeOf } from '#api/log/cause.ts'
import { sleep } from '#contract/io/io.ts'
import { type NoticeChannel, type NoticeKind, noticeRules } from '#contract/notification.ts'
import { type Io, systemIo } from '#database/io.ts'
import { isUnreachable, rows, sql, transaction } from '#database/sql.ts'
import { settledBefore } from '#database/watermark/settled.ts'

/** ms between polls. A poll without new notices costs two statements, of which one asks each company. */
const period_ms = 2_000
/** Maximum notices of one company in one transaction. */
const defaultPageSize = 200

type Message = {
  id: string
  customer_id: string
  kind: NoticeKind
  channel: NoticeChannel
  notification_id: string
  wait_s: number
}

type Needs = {
  database: Pool
  clock: () => Date
  log: Logger
  queueMail: QueueMail
  /** Null: the server has no key for Web Push. */
  queuePush: QueueMessage<PushJob> | null
  io?: Pick<Io, 'clock' | 'random'>
}

/**
 * Queues the messages of all companies' new notices. A message and its job commit together, so a crash neither loses nor
 * duplicates one. An error of one company does not stop the others.
 */
export async function queueMessages(
  { database, clock, log, queueMail, queuePush }: Needs,
  { before, pageSize = defaultPageSize }: { before?: string; pageSize?: number } = {},
): Promise<void> {
  const end = before ?? (await settledBefore(database)).id
  const companies = await rows<{ company_id: string }>(
    database,
    sql`select company.company_id
          from companies() company
         -- The people of a sandbox are invented.
         where not is_sandbox(company.company_id)
           and has_new_notices(company.company_id, ${end})
         order by company.company_id`,
  )
  for (const { company_id } of companies) {
    try {
      await transaction(database, async (connection) => {
        const messages = await rows<Message>(
          connection,
          sql`select * from take_messages(${company_id}, ${end}, ${pageSize}, ${noticeRules}, ${clock()})`,
        )
        for (const { id, customer_id, kind, channel, notification_id, wait_s } of messages) {
          const message = { company_id, customer_id, notice: kind, notification_id, message_id: id }
          if (channel === 'push') await queuePush?.(connection, message, wait_s)
          else await queueMail(connection, { kind: 'notice', ...message }, wait_s)
        }
      })
    } catch (error) {
      if (isUnreachable(error)) throw error
      log.error({ company_id, ...causeOf(error) }, 'notices were not queued')
    }
  }
}

/** Polls on every node. Skips a company that another node is processing. Returns the function that stops it. */
export function startMessages(needs: Needs): () => Promise<void> {
  const { io = systemIo(needs.database) } = needs
  const ending = new AbortController()
  async function run(): Promise<void> {
    while (!ending.signal.aborted) {
      // Retry in the next period when the database is away.
      await queueMessages(needs).catch((error: unknown) =>
        needs.log.error(causeOf(error), 'notices were not read'),
      )
      await sleep(io.clock, period_ms, ending.signal)
    }
  }
  const running = run()
  return async () => {
    ending.abort()
    await running
  }
}
