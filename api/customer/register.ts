import pg from 'pg'
import type * as z from 'zod/mini'

import type { Context } from '#api/app.ts'
import { companyById } from '#api/company/lookup.ts'
import { row, sql, transaction } from '#api/database/sql.ts'
import { Refused } from '#api/http/refused.ts'
import { hashPassword } from '#api/session/password.ts'
import { openSession } from '#api/session/session.ts'
import { ageLimitsMessage, ageRefusal } from '#contract/age.ts'
import type { Customer, Registration } from '#contract/customer.ts'
import { localDate } from '#contract/date.ts'

import { customer } from './customer.ts'

/**
 * R3.11. A document that a till has pre-registered becomes this person's, points and all (D3).
 * Throws `underage`, `overage`, `used_document` or `used_email`; then nothing has changed.
 */
export async function register(
  { database }: Context,
  company_id: string,
  registration: z.output<typeof Registration>,
  now: Date,
): Promise<{ data: Customer; token: string }> {
  await refuseByAge(database, company_id, registration.birthdate, now)
  const password_hash = await hashPassword(registration.password)
  try {
    return await transaction(database, async (connection) => {
      const registered = await row<{ id: string }>(
        connection,
        sql`insert into customer (
              company_id, name, email, document, birthdate, password_hash, opt_in, opt_in_marketing, login_type, created_at)
            values (${company_id}, ${registration.name}, ${registration.email}, ${registration.document},
              ${registration.birthdate}, ${password_hash}, ${registration.opt_in}, ${registration.opt_in_marketing},
              'EMAIL', ${now})
            on conflict (company_id, document) do update
               set name = excluded.name,
                   email = excluded.email,
                   birthdate = excluded.birthdate,
                   password_hash = excluded.password_hash,
                   opt_in = excluded.opt_in,
                   opt_in_marketing = excluded.opt_in_marketing,
                   login_type = excluded.login_type
             where customer.login_type = 'PRE'
            returning id`,
      )
      if (!registered) throw new Refused('used_document')
      await row(
        connection,
        sql`insert into balance (company_id, customer_id)
            values (${company_id}, ${registered.id})
            on conflict do nothing`,
      )
      const token = await openSession(connection, company_id, registered.id, now)
      return { data: await customer(connection, company_id, registered.id, now), token }
    })
  } catch (error) {
    // The key decides, not a look before the insert: two registrations at once cannot both pass.
    if (isUniqueViolation(error, 'customer_company_id_email_key')) throw new Refused('used_email')
    throw error
  }
}

async function refuseByAge(
  database: Context['database'],
  company_id: string,
  birthdate: string,
  now: Date,
): Promise<void> {
  const found = await companyById(database, company_id)
  if (!found) throw new Refused('company_not_found')
  const { company, settings } = found
  const refusal = ageRefusal(birthdate, settings, localDate(now, company.time_zone))
  if (!refusal) return
  const message = ageLimitsMessage(settings)
  throw new Refused(refusal, { message, fields: { birthdate: [message] } })
}

function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint
  )
}
