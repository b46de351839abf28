/** Converts the registration form to a request body (R4.6), and chooses the message above the form. */

import { fromBrazilianDate } from '#contract/date.ts'
import { bareDocument } from '#contract/document.ts'
import { password_mismatch_message } from '#contract/session.ts'
import { lineOf, type Messages } from '#portal/form/form.ts'
import { register_text } from '#portal/text/register.ts'

export function readRegistration(typed: FormData) {
  const line = (field: string) => lineOf(typed, field)
  return {
    name: line('name'),
    // The schema lower-cases it.
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

/** R3.11. Null without errors. */
export function heading(messages: Messages): string | null {
  const [first, ...others] = Object.entries(messages)
  if (!first) return null
  const [field, message] = first
  const only_passwords =
    others.length === 0 &&
    field === 'password_confirmation' &&
    message === password_mismatch_message
  return only_passwords ? register_text.passwords_differ : register_text.has_errors
}
