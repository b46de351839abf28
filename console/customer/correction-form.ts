/** The form of a correction: an empty field leaves the value as it is. */

import * as z from 'zod/mini'

import {
  correctedFields,
  CustomerCorrection,
  nothingCorrected,
} from '#contract/console/correction.ts'
import { fromBrazilianDate } from '#contract/value/date.ts'

const { name, document, email, phone, birthdate, proof } = CustomerCorrection.shape

export const CorrectionForm = z
  .strictObject({
    name: typed(name),
    document: typed(document),
    email: typed(email),
    phone: typed(phone),
    birthdate: typed(birthdate, fromBrazilianDate),
    proof,
  })
  .check(
    z.refine((sent) => correctedFields.some((field) => sent[field] !== undefined), {
      path: ['name'],
      error: nothingCorrected,
    }),
  )
export type TypedCorrection = z.input<typeof CorrectionForm>
export type CorrectionForm = z.output<typeof CorrectionForm>

export const emptyCorrection = { name: '', document: '', email: '', phone: '', birthdate: '' }

/** The contract's rule for a text that may be empty. `read`: from the form's spelling to the API's. */
function typed<Rule extends z.ZodMiniType>(rule: Rule, read = (text: string) => text) {
  return z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (text.trim() === '' ? undefined : read(text.trim()))),
    ),
    rule as Rule & z.ZodMiniType<z.output<Rule>, string | undefined>,
  )
}
