/** From what the forms about a customer hold to what travels (R4.6), and what of it is yet to be given (R4.1). */

import type { Customer, CustomerChange } from '#contract/customer.ts'
import { fromBrazilianDate } from '#contract/date.ts'
import { bareDocument } from '#contract/document.ts'
import { lineOf } from '#portal/form/form.ts'

/** A field's name → what it holds, read as that field is. One that holds nothing is null (R4.4). */
const readings: Record<string, (typed: string) => string | boolean | null> = {
  email: (typed) => typed.trim() || null,
  phone: (typed) => typed.replace(/\D/g, '') || null,
  birthdate: fromBrazilianDate,
  document: (typed) => bareDocument(typed) || null,
  use_cnpj: (typed) => typed === 'true',
  address_postal_code: (typed) => typed.replace(/\D/g, '') || null,
}

/** Every field of a form; of a choice that was not made, nothing. */
export function readProfile(typed: FormData): Record<string, unknown> {
  const fields = [...new Set(typed.keys())].filter(
    (field) => field !== 'sex' || lineOf(typed, field) !== '',
  )
  return Object.fromEntries(
    fields.map((field) => {
      const line = lineOf(typed, field)
      const read = readings[field]
      return [field, read ? read(line) : line]
    }),
  )
}

/** What is other than it was: the rest need not travel, and is not judged again. */
export function changed(known: Customer, filled_in: CustomerChange): CustomerChange {
  const before: Record<string, unknown> = known
  return Object.fromEntries(
    Object.entries(filled_in).filter(([field, value]) => (before[field] ?? '') !== (value ?? '')),
  )
}

/** R4.2: what is asked for before anything else. */
export function missingInformation(customer: Customer) {
  return {
    contact: customer.email === null && customer.phone === null,
    birthdate: customer.birthdate === null,
    document: customer.document === null,
    opt_in: customer.login_type === 'EMAIL' && !customer.opt_in,
  }
}
