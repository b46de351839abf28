import { companyById } from '#api/company/lookup.ts'
import { ApiError } from '#api/http/api-error.ts'
import { ageLimitsMessage, ageError } from '#contract/age.ts'
import { birthdateMessage, isBirthdate, todayIn } from '#contract/value/date.ts'
import type { Database } from '#database/sql.ts'

/**
 * Throws `validation` for a birthdate that is invalid on the company's local day, and `underage` or `overage` outside the
 * company's limits (R5.4, R6.2).
 */
export async function refuseByBirthdate(
  database: Database,
  company_id: string,
  birthdate: string,
  now: Date,
): Promise<void> {
  const found = await companyById(database, company_id)
  if (!found) throw new ApiError('company_not_found')
  const { company, settings } = found
  const today = todayIn(company.time_zone, now)
  if (!isBirthdate(birthdate, today)) {
    throw new ApiError('validation', { fields: { birthdate: [birthdateMessage] } })
  }
  const code = ageError(birthdate, settings, today.last)
  if (!code) return
  const message = ageLimitsMessage(settings)
  throw new ApiError(code, { message, fields: { birthdate: [message] } })
}
