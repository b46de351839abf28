/** Whom a company lets in by age (R5.4, R6.2). Apart from company.ts, whose schemas a form need not carry. */

import type { CompanySettings } from './company.ts'
import { age } from './date.ts'

/** The company's bounds, inclusive. */
export type AgeLimits = Pick<
  CompanySettings,
  'is_age_restriction_enabled' | 'allow_from_age' | 'allow_to_age'
>

/** R6.2: who says to be of age is not asked again for as long as a guest's cookies are remembered. */
export const ageConfirmationDays = 365

/** R6.2: which bound of the company's an age breaks. */
export function ageError(
  birthdate: string,
  settings: AgeLimits,
  today: string,
): 'underage' | 'overage' | null {
  if (!settings.is_age_restriction_enabled) return null
  const years = age(birthdate, today)
  if (settings.allow_from_age !== null && years < settings.allow_from_age) return 'underage'
  if (settings.allow_to_age !== null && years > settings.allow_to_age) return 'overage'
  return null
}

/** R5.4: whom the company lets register. */
export function ageLimitsMessage({ allow_from_age, allow_to_age }: AgeLimits): string {
  const whom = 'O cadastro é permitido somente para quem tem'
  if (allow_to_age === null) return `${whom} a partir de ${allow_from_age} anos de idade`
  if (allow_from_age === null) return `${whom} até ${allow_to_age} anos de idade`
  return `${whom} entre ${allow_from_age} e ${allow_to_age} anos de idade`
}

/** R6.2: whether somebody is asked before anything is shown. An age that nobody knows, a guest's, is outside (D11). */
export function isGated(
  birthdate: string | null,
  settings: AgeLimits & Pick<CompanySettings, 'is_age_gate_enabled'>,
  today: string,
): boolean {
  const { is_age_restriction_enabled, is_age_gate_enabled, allow_from_age, allow_to_age } = settings
  if (!is_age_restriction_enabled || !is_age_gate_enabled) return false
  if (allow_from_age === null && allow_to_age === null) return false
  return birthdate === null || ageError(birthdate, settings, today) !== null
}

/** R6.2: what the gate asks. */
export function ageQuestion({ allow_from_age, allow_to_age }: AgeLimits): string {
  if (allow_to_age === null) return `Você tem ${allow_from_age} anos ou mais?`
  if (allow_from_age === null) return `Você tem até ${allow_to_age} anos?`
  return `Você tem entre ${allow_from_age} e ${allow_to_age} anos?`
}
