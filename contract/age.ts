/** A company's age limits (R5.4, R6.2). They are not in company.ts, so that a form does not load the company's schemas. */

import type { CompanySettings } from '#contract/company.ts'
import { age } from '#contract/value/date.ts'

/** The company's minimum and maximum age, both included. */
export type AgeLimits = Pick<
  CompanySettings,
  'is_age_restriction_enabled' | 'allow_from_age' | 'allow_to_age'
>

/** R6.2: days until a visitor who has confirmed their age is asked again; as long as a guest's cookie consent lasts. */
export const ageConfirmationDays = 365

/** R6.2: the error code of an age outside the company's limits; null for an age within them. */
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

/** R5.4: the message that states the ages at which a person may register. */
export function ageLimitsMessage({ allow_from_age, allow_to_age }: AgeLimits): string {
  const whom = 'O cadastro é permitido somente para quem tem'
  if (allow_to_age === null) return `${whom} a partir de ${allow_from_age} anos de idade`
  if (allow_from_age === null) return `${whom} até ${allow_to_age} anos de idade`
  return `${whom} entre ${allow_from_age} e ${allow_to_age} anos de idade`
}

/** R6.2: whether the age gate stands before the screens. A guest's unknown age counts as outside the limits (D11). */
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

/** R6.2: the question of the age gate. */
export function ageQuestion({ allow_from_age, allow_to_age }: AgeLimits): string {
  if (allow_to_age === null) return `Você tem ${allow_from_age} anos ou mais?`
  if (allow_from_age === null) return `Você tem até ${allow_to_age} anos?`
  return `Você tem entre ${allow_from_age} e ${allow_to_age} anos?`
}
