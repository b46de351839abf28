/**
 * The host names of companies. A name that a company gives up stays reserved for it. Links in old mails, saved apps and passkeys still
 * lead there, and would show another company's pages to customers of the first.
 */

import type pg from 'pg'

import type { CompanyFile } from '#contract/company-file.ts'
import { folderText } from '#contract/company-file/text.ts'
import { isSandboxSlug } from '#contract/sandbox/id.ts'
import { sessionDays } from '#contract/session.ts'
import { dateFormat } from '#contract/value/date-format.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { CompanyMistakes } from './company-file.ts'

/** A released host name is reserved for as long as a browser sends a customer's session to it (D10). */
const reservation_ms = sessionDays * 86_400_000

const dayOf = dateFormat('pt-BR')

/**
 * Gives the company the host names of its file, and releases those that the file lacks. Throws CompanyMistakes for a name that
 * another company uses, or has released within the last 60 days.
 */
export async function applyDomains(
  connection: pg.PoolClient,
  company_id: string,
  file: CompanyFile,
  now: Date,
): Promise<void> {
  const { portals, consoles } = hostnamesOf(file)
  const all = [...portals, ...consoles]
  await rows(
    connection,
    sql`update company_domain
           set released_at = ${now}
         where company_id = ${company_id} and released_at is null and hostname <> all (${all})`,
  )
  await takeFromOthers(connection, company_id, { file, all }, now)
  await rows(
    connection,
    sql`insert into company_domain (company_id, hostname, is_console)
        select distinct ${company_id}::uuid, hostname, hostname = any (${consoles})
          from unnest(${all}::text[]) hostname
        on conflict (company_id, hostname) do update
           set is_console = excluded.is_console,
               released_at = null`,
  )
}

/** A sandbox has no portal and no console, because mails and pictures would lead people there. */
function hostnamesOf({ slug, frontend_domain, other_domains, admin_domain }: CompanyFile) {
  if (isSandboxSlug(slug)) return { portals: [], consoles: [] }
  return {
    portals: [frontend_domain, ...other_domains],
    // A file applied before this field existed lacks it.
    consoles: admin_domain ? [admin_domain] : [],
  }
}

/** Ends the reservations of other companies that are over. Throws CompanyMistakes for one that is not. */
async function takeFromOthers(
  connection: Database,
  company_id: string,
  { file, all }: { file: CompanyFile; all: string[] },
  now: Date,
): Promise<void> {
  const reservations = await rows<{
    company_id: string
    hostname: string
    released_at: string
    slug: string
  }>(
    connection,
    sql`select company_id, hostname, released_at, slug
          from company_domain
          join company using (company_id)
         where hostname = any (${all})
           and company_id <> ${company_id}
           and released_at is not null
         order by hostname`,
  )
  const mistakes = reservations.flatMap(({ hostname, released_at, slug }) => {
    const until = new Date(new Date(released_at).getTime() + reservation_ms)
    return until > now
      ? [folderText.hostReserved(file.slug, hostname, slug, dayOf(file.time_zone).format(until))]
      : []
  })
  if (mistakes.length > 0) throw new CompanyMistakes(mistakes)
  for (const former of reservations)
    await endReservation(connection, former.company_id, former.hostname)
}

/** Lets other companies use a host name that the company has released. False for a name that it uses, or does not have. */
export async function endReservation(
  connection: Database,
  company_id: string,
  hostname: string,
): Promise<boolean> {
  const ended = await row(
    connection,
    sql`delete from company_domain
         where company_id = ${company_id} and hostname = ${hostname} and released_at is not null
        returning hostname`,
  )
  return ended !== undefined
}
