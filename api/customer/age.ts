import { companyById } from '#api/company/lookup.ts'
import { Refused } from '#api/http/refused.ts'
import { ageLimitsMessage, ageRefusal } from '#contract/age.ts'
import { birthdate_message, isBirthdate, todayIn } from '#contract/date.ts'
import type { Database } from '#database/sql.ts'

/**
 * Throws `validation` for a birthdate that is invalid on the company's own day, and `underage` or `overage` outside the
 * company's limits (R5.4, R6.2).
 */
export async function refuseByBirthdate(
  database: Database,
  company_id: string,
  birthdate: string,
  now: Date,
): Promise<void> {
  const found = await companyById(database, company_id)
  if (!found) throw new Refused('company_not_found')
  const { company, settings } = found
  const today = todayIn(company.time_zone, now)
  if (!isBirthdate(birthdate, today)) {
    throw new Refused('validation', { fields: { birthdate: [birthdate_message] } })
  }
  const refusal = ageRefusal(birthdate, settings, today.last)
  if (!refusal) return
  const message = ageLimitsMessage(settings)
  throw new Refused(refusal, { message, fields: { birthdate: [message] } })
}
