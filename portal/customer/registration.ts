/** Converts the registration form to a request body (R4.6), and chooses the message above the form. */

import { bareDocument } from '#contract/person/document.ts'
import { passwordMismatchMessage } from '#contract/session.ts'
import { fromBrazilianDate } from '#contract/value/date.ts'
import { lineOf, type Messages } from '#portal/form/form.ts'
import { registerText } from '#portal/text/register.ts'

export function readRegistration(typed: FormData) {
  const line = (field: string) => lineOf(typed, field)
  return {
    name: line('name'),
    // The schema lower-cases the email.
    email: line('email'),
    document: bareDocument(line('document')) || null,
    use_cnpj: line('use_cnpj') === 'true',
    birthdate: fromBrazilianDate(line('birthdate')),
    password: line('password'),
    password_confirmation: line('password_confirmation'),
    opt_in: typed.has('opt_in'),
    opt_in_marketing: typed.has('opt_in_marketing'),
  }
}

/** R3.11: the message above the form. Null without errors. */
export function heading(messages: Messages): string | null {
  const [first, ...others] = Object.entries(messages)
  if (!first) return null
  const [field, message] = first
  const onlyPasswords =
    others.length === 0 && field === 'password_confirmation' && message === passwordMismatchMessage
  return onlyPasswords ? registerText.passwordsDiffer : registerText.hasErrors
}
