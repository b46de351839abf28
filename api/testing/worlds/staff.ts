/** Staff members for tests (D15). */

import { randomUUID } from 'node:crypto'

import { Secret, TOTP } from 'otpauth'

import type { SealedDatabase } from '#api/context/context.ts'
import { hashPassword } from '#api/credential/password.ts'
import { newToken, secretHash } from '#api/http/caller.ts'
import { sealer } from '#api/secret/seal.ts'
import { totpPurpose } from '#api/staff/totp.ts'
import { staffCookie, type StaffRole } from '#contract/console/staff.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import type { TestCompany } from './test-company.ts'

export const staffPassword = 'segredo do console'
/** One hash for all staff of a test file, because a hash takes 20 ms of a core. */
let passwordHash: Promise<string> | undefined

type Needs = SealedDatabase & { now: () => Date }

/** A staff member with password, authenticator and an open session whose second factor is fresh. `changes`: of the session. */
export async function staffOf(
  { database, secret, now }: Needs,
  company: TestCompany,
  role: StaffRole = 'owner',
  {
    name = 'Ana Prado',
    factor_at = now(),
    shops = [],
  }: { name?: string; factor_at?: Date | null; shops?: string[] } = {},
) {
  const email = `${randomUUID()}@cafe.example`
  const totp = new Secret({ size: 20 })
  const sealed = sealer(secret, totpPurpose).seal(company.id, totp.base32)
  const password_hash = await (passwordHash ??= hashPassword(staffPassword))
  const token = newToken()
  const stored = await row<{ id: string }>(
    database,
    sql`insert into staff (company_id, email, name, role, shops, password_hash, totp_sealed, created_at)
        values (${company.id}, ${email}, ${name}, ${role}, ${shops}, ${password_hash}, ${sealed}, ${now()})
        returning id`,
  )
  const { id } = stored!
  await rows(
    database,
    sql`insert into staff_session (company_id, token_hash, staff_id, factor_at, created_at, last_seen_at)
        values (${company.id}, ${secretHash(token)}, ${id}, ${factor_at}, ${now()}, ${now()})`,
  )
  return {
    id,
    email,
    name,
    role,
    token,
    headers: asStaff(company, token),
    /** The code of the authenticator, `steps` of 30 s from now. */
    totpCode: (steps = 0) => codeOf(totp, now(), steps),
  }
}

/** The code that an authenticator with this secret shows. */
export function codeOf(secret: Secret, now: Date, steps = 0): string {
  return TOTP.generate({ secret, timestamp: now.getTime() + steps * 30_000 })
}

export function asStaff(company: TestCompany, token: string): Record<string, string> {
  return { 'company-id': company.id, cookie: `${staffCookie}=${token}` }
}

/** The headers with the token of an answer's cookie. */
export function withCookieOf(
  company: TestCompany,
  { headers }: { headers: Record<string, string> },
): Record<string, string> {
  const token = new RegExp(`${staffCookie}=([^;]+)`).exec(headers['set-cookie'] ?? '')?.[1]
  if (token === undefined) throw new Error('the answer has no cookie')
  return asStaff(company, token)
}

/** The audit log's entries about a person, oldest first. */
export function actsOn(database: Database, company: TestCompany, staff_id: string) {
  return rows<{ action: string; sentence: string; actor: string }>(
    database,
    sql`select action, content ->> 'sentence' as sentence, content ->> 'actor_name' as actor
          from audit_entry
          join audit_personal using (company_id, sequence)
         where company_id = ${company.id} and subject = ${staff_id}
         order by sequence`,
  )
}
