/** The mailed links of staff (D15): a secret of 256 bits in the fragment, stored as a hash, valid once, and only of the newest mail. */

import { ApiError } from '#api/http/api-error.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import { staffLink, type StaffRole } from '#contract/console/staff.ts'
import { type Database, row, rows, sql, transaction } from '#database/sql.ts'

export type LinkPurpose = 'INVITATION' | 'PASSWORD'

type Person = { company_id: string; staff_id: string }

/**
 * A new link's path and fragment; earlier links of the purpose end. Null if the purpose does not fit the person. An
 * invitation is for a person who has not joined, and a new password for a person who has. The lock on the person makes
 * concurrent requests wait. Without the lock, two requests could each end the earlier links and leave two valid links.
 *
 * With `keepsEarlier` the earlier links stay valid. It is for a retry of a mail: the mail server may have accepted the first copy, whose
 * answer was lost, and drops the second one because it has the same Message-ID.
 */
export function issueStaffLink(
  database: Database,
  { company_id, staff_id }: Person,
  purpose: LinkPurpose,
  now: Date,
  { keepsEarlier = false } = {},
): Promise<string | null> {
  const token = newToken()
  return transaction(database, async (connection) => {
    const person = await row<{ ends_at: string }>(
      connection,
      sql`select case
                   when ${purpose} = 'INVITATION' then invited_at + make_interval(hours => ${staffLink.invitation_hours})
                   else ${now}::timestamptz + make_interval(mins => ${staffLink.reset_minutes})
                 end as ends_at
            from staff
           where company_id = ${company_id}
             and id = ${staff_id}
             and left_at is null
             and case ${purpose} when 'INVITATION' then invited_at is not null else password_hash is not null end
             for no key update`,
    )
    if (!person) return null
    if (!keepsEarlier) await endLinks(connection, { company_id, staff_id }, purpose, now)
    await rows(
      connection,
      sql`insert into staff_link (company_id, token_hash, staff_id, purpose, created_at, expires_at)
          values (${company_id}, ${secretHash(token)}, ${staff_id}, ${purpose}, ${now}, ${person.ends_at})`,
    )
    return `${staffLink.paths[purpose]}#token=${token}`
  })
}

/** Ends the open links of a purpose. */
export async function endLinks(
  connection: Database,
  { company_id, staff_id }: Person,
  purpose: LinkPurpose,
  now: Date,
): Promise<void> {
  await rows(
    connection,
    sql`update staff_link
           set used_at = ${now}
         where company_id = ${company_id}
           and staff_id = ${staff_id}
           and purpose = ${purpose}
           and used_at is null`,
  )
}

/** Spends a link and the person's other links of the purpose. One of two concurrent uses succeeds. Throws as `personOfLink`. */
export async function spendLink(
  connection: Database,
  company_id: string,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<LinkedPerson> {
  const person = await personOfLink(connection, company_id, purpose, token, now)
  // A statement of its own, because it must see what the person's lock has waited for.
  const spent = await row(
    connection,
    sql`update staff_link
           set used_at = ${now}
         where company_id = ${company_id}
           and token_hash = ${secretHash(token)}
           and used_at is null
        returning staff_id`,
  )
  if (!spent) throw new ApiError('expired_token')
  await endLinks(connection, { company_id, staff_id: person.id }, purpose, now)
  return person
}

export type LinkedPerson = { id: string; email: string; name: string; role: StaffRole }

/**
 * The person of a valid link, which stays valid. Throws `expired_token` for a link that is used, replaced, expired or unknown, or
 * whose person has left. Locks the person until the transaction ends: a removal, or a second use of the link, waits for it.
 */
export async function personOfLink(
  connection: Database,
  company_id: string,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<LinkedPerson> {
  const found = await row<LinkedPerson>(
    connection,
    sql`select staff.id, staff.email, staff.name, staff.role
          from staff_link link
          join staff on staff.company_id = ${company_id} and staff.id = link.staff_id
         where link.company_id = ${company_id}
           and link.token_hash = ${secretHash(token)}
           and link.purpose = ${purpose}
           and link.used_at is null
           and link.expires_at > ${now}
           and staff.left_at is null
           for no key update of staff`,
  )
  if (!found) throw new ApiError('expired_token')
  return found
}
