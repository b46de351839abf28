/** The demo's people of a company's console: one person of each role (D15). */

import { createHash } from 'node:crypto'

import { Secret } from 'otpauth'

import type { Context } from '#api/context/context.ts'
import { hashPassword } from '#api/credential/password.ts'
import { saveTotp } from '#api/staff/totp.ts'
import type { StaffRole } from '#contract/console/staff.ts'
import { row, rows, sql, transaction } from '#database/sql.ts'

type DemoMember = { email: string; name: string; role: StaffRole }

/** The password is public, so these people exist only in the embedded database of this machine. */
export const staffPassword = 'aurora-console'
export const owner: DemoMember = { email: 'ana@exemplo.com.br', name: 'Ana Prado', role: 'owner' }
/** Signed in without a password by demo/console/counter.ts. */
export const cashier: DemoMember = {
  email: 'rui@exemplo.com.br',
  name: 'Rui Lima',
  role: 'cashier',
}
export const staff: DemoMember[] = [
  owner,
  { email: 'bruno@exemplo.com.br', name: 'Bruno Reis', role: 'manager' },
  { email: 'dora@exemplo.com.br', name: 'Dora Matos', role: 'attendant' },
  { email: 'clara@exemplo.com.br', name: 'Clara Nunes', role: 'analyst' },
  cashier,
]

const secret_bytes = 20

/** The secret of a person's authenticator: the same at each start, so that an authenticator app keeps working. */
export function totpOf(email: string): Secret {
  const digest = createHash('sha256').update(`fiel demo ${email}`).digest()
  return new Secret({ buffer: new Uint8Array(digest.subarray(0, secret_bytes)).buffer })
}

/** Adds each person, once. One that was removed in the console stays removed. */
export async function demoStaff(
  { database, secret, clock }: Pick<Context, 'database' | 'secret' | 'clock'>,
  company_id: string,
): Promise<void> {
  const stored = await rows<{ email: string }>(
    database,
    sql`select email from staff where company_id = ${company_id}`,
  )
  const missing = staff.filter(({ email }) => stored.every((one) => one.email !== email))
  if (missing.length === 0) return
  const password_hash = await hashPassword(staffPassword)
  await transaction(database, async (connection) => {
    for (const { email, name, role } of missing) {
      const added = await row<{ id: string }>(
        connection,
        sql`insert into staff (company_id, email, name, role, shops, password_hash, created_at)
            values (${company_id}, ${email}, ${name}, ${role}, '{}', ${password_hash}, ${clock()})
            returning id`,
      )
      const person = { company_id, staff_id: added!.id }
      // No step of a code is spent yet.
      await saveTotp(connection, secret, person, totpOf(email), 0)
    }
  })
}
