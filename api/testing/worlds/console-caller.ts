/** Staff members with an open session, written into the tables. */

import { randomBytes, randomUUID } from 'node:crypto'

import { secretHash } from '#api/http/caller.ts'
import { staffCookie, type StaffRole } from '#contract/console/staff.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

/** A staff member of the company whose second factor was given now, and the headers of their calls. */
export async function staffCaller(
  { database, now }: { database: Database; now: () => Date },
  company: { id: string },
  role: StaffRole,
  { name = 'Ana Souza', factor_at = now() }: { name?: string; factor_at?: Date } = {},
) {
  const email = `${randomUUID()}@exemplo.com.br`
  const { id } = (await row<{ id: string }>(
    database,
    sql`insert into staff (company_id, email, name, role, password_hash, created_at)
        values (${company.id}, ${email}, ${name}, ${role}, 'none', ${now()})
        returning id`,
  ))!
  const token = randomBytes(32).toString('base64url')
  await rows(
    database,
    sql`insert into staff_session (company_id, token_hash, staff_id, factor_at, created_at, last_seen_at)
        values (${company.id}, ${secretHash(token)}, ${id}, ${factor_at}, ${now()}, ${now()})`,
  )
  return { id, name, headers: { 'company-id': company.id, cookie: `${staffCookie}=${token}` } }
}
