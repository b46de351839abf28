/** The daily job that notifies customers of points and vouchers before they expire (D11). */

import { runEach } from '#api/job/run-each.ts'
import { noticeDays } from '#contract/notification.ts'
import { PageSize } from '#database/page/page-size.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** Customers of one transaction; bounds how long it holds the company's lock. */
const defaultPageSize = 500

/**
 * Writes the day's notices for each company, once after 00:00 of its time zone. A run that was interrupted is resumed by the
 * next one. Its errors are those of runEach.
 */
export async function writeNotices(
  database: Database,
  now: Date,
  signal: AbortSignal = new AbortController().signal,
  page_size: number = defaultPageSize,
): Promise<void> {
  const companies = await rows<{ company_id: string; now: string }>(
    database,
    sql`select company.company_id, company.now
          from company_clocks(${now}) company
          left join notice_run on notice_run.company_id = company.company_id
         where notice_run.day is null
            or notice_run.day < (company.now at time zone company.time_zone)::date
            or notice_run.finished_at is null
         order by company.company_id`,
  )
  await runEach(
    companies,
    (company) =>
      writeNoticesOf(database, company.company_id, new Date(company.now), signal, page_size),
    { failed: (count) => `${count} companies have no notices`, signal },
  )
}

/**
 * Writes one company's notices of the day, page after page. A page whose statement reaches its time limit is written again with half of
 * its customers. `now`: the company's present.
 */
export async function writeNoticesOf(
  database: Database,
  company_id: string,
  now: Date,
  signal?: AbortSignal,
  page_size: number = defaultPageSize,
): Promise<void> {
  await new PageSize(page_size).all(
    database,
    async (connection, size) =>
      (await row<{ is_more: boolean }>(
        connection,
        sql`select write_notices(${company_id}, ${noticeDays}, ${size}, ${now}) as is_more`,
      ))!,
    signal,
  )
}
