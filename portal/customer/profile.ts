/** Converts the customer forms to request bodies (R4.6), and lists the missing information (R4.1). */

import { type Customer, CustomerChange } from '#contract/customer.ts'
import { bareDocument } from '#contract/person/document.ts'
import { fromBrazilianDate } from '#contract/value/date.ts'
import { lineOf } from '#portal/form/form.ts'

/** A field's name → its parser. An empty value is null (R4.4). */
const readings: Record<string, (typed: string) => string | boolean | null> = {
  email: (typed) => typed.trim() || null,
  phone: (typed) => typed.replace(/\D/g, '') || null,
  birthdate: fromBrazilianDate,
  document: (typed) => bareDocument(typed) || null,
  use_cnpj: (typed) => typed === 'true',
  address_postal_code: (typed) => typed.replace(/\D/g, '') || null,
}

/** Reads every field of a form. A choice that was not made is left out. */
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

/**
 * Keeps only the fields that the person has changed. `start` is the record that filled the form, and not the newest one: a field
 * that the staff or another device corrected meanwhile would look changed, and the save would undo the correction.
 */
export function changed(start: Customer, filledIn: CustomerChange): CustomerChange {
  return Object.fromEntries(
    Object.entries(filledIn).filter(([field, value]) => differs(start, field, value)),
  )
}

/** Whether a field holds another value than the one that filled it. A value that is not valid yet counts as another one. */
export function isTyped(start: Customer, field: string, form: FormData): boolean {
  const rule = Object.entries(CustomerChange.shape).find(([name]) => name === field)?.[1]
  const { success, data } = rule?.safeParse(readProfile(form)[field]) ?? { success: false }
  return !success || differs(start, field, data)
}

function differs(start: Customer, field: string, value: unknown): boolean {
  const before: Record<string, unknown> = start
  return (before[field] ?? '') !== (value ?? '')
}

/** The missing parts of the base information (R4.2). */
export function missingInformation(customer: Customer) {
  return {
    contact: customer.email === null && customer.phone === null,
    birthdate: customer.birthdate === null,
    document: customer.document === null,
    opt_in: customer.login_type === 'EMAIL' && !customer.opt_in,
  }
}
