/** Announces the erasure of inactive customers by mail, and erases them 30 days later (D16). */

import { type Actor, noteAct } from '#api/audit/note.ts'
import type { SealedDatabase } from '#api/context/context.ts'
import type { QueueMail } from '#api/context/mail-job.ts'
import { runEach } from '#api/job/run-each.ts'
import { customerErased } from '#api/privacy/acts.ts'
import { eraseCustomer, maxTimeouts } from '#api/privacy/erase.ts'
import { noticeRules } from '#contract/notification.ts'
import { announcedDays } from '#contract/privacy.ts'
import { type Database, isContention, row, rows, sql, transaction } from '#database/sql.ts'

/** The actor of the audit log's entries. */
const job: Actor = { kind: 'system', name: 'Fiel' }

const lowestId = '00000000-0000-0000-0000-000000000000'

type Retention = SealedDatabase & {
  queueMail: QueueMail
  now: Date
  signal?: AbortSignal
  /** Customers read by one statement; bounds its time. */
  batchSize?: number
}

type Counts = { withdrawn: number; erased: number; announced: number }

/**
 * Withdraws, erases and announces, company by company. Each customer has a transaction, in which the database decides again. So
 * two nodes may run it at once, a killed run is continued by the next one, and an aborted run ends between two customers. A customer who
 * fails stops no other one. The errors are those of runEach.
 */
export async function eraseInactive(retention: Retention): Promise<Counts> {
  const { database, signal } = retention
  const companies = await rows<{ company_id: string }>(
    database,
    // A sandbox sends no mails, so no erasure can be announced.
    sql`select company_id from companies() where not is_sandbox(company_id) order by company_id`,
  )
  const sum: Counts = { withdrawn: 0, erased: 0, announced: 0 }
  await runEach(
    companies,
    async ({ company_id }) => {
      // Withdraw first, so that only customers whose announcement still holds are erased.
      sum.withdrawn += await withdraw(company_id, retention)
      const parts = [
        () => eraseDue(company_id, retention, sum),
        () => announce(company_id, retention, sum),
      ]
      const failed = (count: number) => `${count} of erasing and announcing failed`
      await runEach(parts, (part) => part(), { failed, signal })
    },
    { failed: (count) => `inactive customers of ${count} companies remain`, signal },
  )
  return sum
}

/** Reads ids page by page, in their order. */
async function* pages<Row extends { customer_id: string }>(
  { signal, batchSize = 1_000 }: Retention,
  read: (after: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = lowestId; ;) {
    signal?.throwIfAborted()
    const page = await read(after, batchSize)
    yield page
    if (page.length < batchSize) return
    after = page.at(-1)!.customer_id
  }
}

async function withdraw(company_id: string, retention: Retention): Promise<number> {
  const { database, now } = retention
  let withdrawn = 0
  const read = (after: string, limit: number) =>
    rows<{ customer_id: string; is_withdrawn: boolean }>(
      database,
      sql`select customer_id, is_withdrawn
            from withdraw_announcements(${company_id}, ${after}, ${limit}, ${announcedDays}, ${now})
           order by customer_id`,
    )
  for await (const page of pages(retention, read)) {
    withdrawn += page.filter(({ is_withdrawn }) => is_withdrawn).length
  }
  return withdrawn
}

async function eraseDue(company_id: string, retention: Retention, sum: Counts): Promise<void> {
  const { database, now, signal } = retention
  const read = (after: string, limit: number) =>
    rows<{ customer_id: string; is_due: boolean }>(
      database,
      sql`select customer_id, is_due
            from announced_page(${company_id}, ${after}, ${limit}, ${announcedDays}, ${now})
           order by customer_id`,
    )
  await runEach(
    dueOf(pages(retention, read)),
    async (customer_id) => {
      if (await eraseOne({ company_id, customer_id, now }, retention)) sum.erased += 1
    },
    { failed: (count) => `${count} inactive customers were not erased`, signal, maxTimeouts },
  )
}

async function* dueOf(
  pagesRead: AsyncIterable<{ customer_id: string; is_due: boolean }[]>,
): AsyncGenerator<string> {
  for await (const page of pagesRead) {
    for (const { customer_id, is_due } of page) if (is_due) yield customer_id
  }
}

/** False: since the page was read the customer did something or was erased, or is busy and waits for the next run. */
async function eraseOne(
  person: { company_id: string; customer_id: string; now: Date },
  { database, secret }: SealedDatabase,
): Promise<boolean> {
  const { company_id, customer_id, now } = person
  let due: { announced_at: string; sent_at: string } | undefined
  try {
    return await eraseCustomer({ database, secret }, person, {
      isDue: async (connection, { is_registered }) => {
        due = await row(
          connection,
          sql`select announced_at, sent_at
                from erasure_due(${company_id}, ${customer_id}, ${announcedDays}, ${now})`,
        )
        return is_registered && due !== undefined
      },
      andThen: (connection, forfeited) => {
        const detail = { by: 'inactivity', ...due, ...forfeited }
        return noteAct(connection, company_id, job, customerErased(job, customer_id, detail), now)
      },
    })
  } catch (error) {
    if (isContention(error)) return false
    throw error
  }
}

async function announce(company_id: string, retention: Retention, sum: Counts): Promise<void> {
  const { database, now, signal } = retention
  if (!(await erasesInactive(database, company_id, now))) return
  const read = (after: string, limit: number) =>
    rows<{ customer_id: string; is_unknown: boolean; is_due: boolean }>(
      database,
      sql`select customer_id,
                 last_seen_on(${company_id}, customer_id) is null as is_unknown,
                 is_erasure_to_announce(${company_id}, customer_id, ${now}) as is_due
            from registered_after(${company_id}, ${after}, ${limit})
           order by customer_id`,
    )
  await runEach(
    dueOf(noteUnknown(pages(retention, read), { company_id, database, now })),
    async (customer_id) => {
      if (await announceOne({ company_id, customer_id, now }, retention)) sum.announced += 1
    },
    { failed: (count) => `${count} erasures were not announced`, signal, maxTimeouts },
  )
}

/** Notes today for the customers of each page of whom no day is known: their period begins now. */
async function* noteUnknown<Row extends { customer_id: string; is_unknown: boolean }>(
  pagesRead: AsyncIterable<Row[]>,
  { company_id, database, now }: { company_id: string; database: Database; now: Date },
): AsyncGenerator<Row[]> {
  for await (const page of pagesRead) {
    for (const { customer_id } of page.filter(({ is_unknown }) => is_unknown)) {
      await rows(database, sql`select note_seen(${company_id}, ${customer_id}, ${now})`)
    }
    yield page
  }
}

/** The announcement and the job of its mail commit together. The mail waits for the end of the company's quiet hours. */
function announceOne(
  { company_id, customer_id, now }: { company_id: string; customer_id: string; now: Date },
  { database, queueMail }: Retention,
): Promise<boolean> {
  return transaction(database, async (connection) => {
    const { announcement_id, wait_s } = (await row<{
      announcement_id: string | null
      wait_s: number
    }>(
      connection,
      sql`select announce_erasure(${company_id}, ${customer_id}, ${announcedDays}, ${now}) as announcement_id,
                 quiet_seconds(zone, ${noticeRules}, ${now}) as wait_s
            from time_zone_of(${company_id}) one (zone)`,
    ))!
    if (announcement_id === null) return false
    const job = { kind: 'erasure_announced', company_id, customer_id, announcement_id } as const
    await queueMail(connection, job, wait_s)
    return true
  })
}

async function erasesInactive(database: Database, company_id: string, now: Date): Promise<boolean> {
  const found = await row<{ is_on: boolean }>(
    database,
    sql`select inactive_since(${company_id}, ${now}) is not null as is_on`,
  )
  return found!.is_on
}
