/** Whom a company lets in by age (R5.4, R6.2). Apart from company.ts, whose schemas a form need not carry. */

import type { CompanySettings } from './company.ts'
import { age } from './date.ts'

/** R6.2: which bound of the company's an age breaks. */
export function ageRefusal(
  birthdate: string,
  settings: CompanySettings,
  today: string,
): 'underage' | 'overage' | null {
  if (!settings.is_age_restriction_enabled) return null
  const years = age(birthdate, today)
  if (settings.allow_from_age !== null && years < settings.allow_from_age) return 'underage'
  if (settings.allow_to_age !== null && years > settings.allow_to_age) return 'overage'
  return null
}

/** R5.4: whom the company lets register. */
export function ageLimitsMessage({ allow_from_age, allow_to_age }: CompanySettings): string {
  const whom = 'O cadastro é permitido somente para quem tem'
  if (allow_to_age === null) return `${whom} a partir de ${allow_from_age} anos de idade`
  if (allow_from_age === null) return `${whom} até ${allow_to_age} anos de idade`
  return `${whom} entre ${allow_from_age} e ${allow_to_age} anos de idade`
}
