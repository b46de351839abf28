/** A Brazilian address and its look-up by CEP (R4.5, R5.7). */

import * as z from 'zod/mini'

import { maxLine, text } from '#contract/value/text.ts'

const postalCodeMessage = 'Informe um CEP válido.'
/** R4.5: a CEP that is not provided, in a form or in a call. */
export const missingPostalCodeMessage = 'Informe o CEP.'

/** The 27 federative units. */
export const states = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
] as const

const stateMessage = 'Informe a sigla de um estado válido e em caixa alta.'

const State = z.enum(states, { error: stateMessage })

/** R5.7: the state of a customer's address; empty until the customer gives one. */
export const StateOrNone = z.enum(['', ...states], { error: stateMessage })

/** A CEP: 8 digits without the hyphen. */
export const PostalCode = z.string({ error: missingPostalCodeMessage }).check(
  z.regex(/^\d{8}$/, {
    error: ({ input }) => (input === '' ? missingPostalCodeMessage : postalCodeMessage),
  }),
)

/** R5.7: the CEP of a customer's address; empty until the customer gives one. */
export const PostalCodeOrNone = z
  .string({ error: postalCodeMessage })
  .check(z.regex(/^(\d{8})?$/, { error: postalCodeMessage }))

/**
 * GET /address/{postal_code}. The CEP of a whole city has an empty street and district. The form would refuse a longer text that the
 * look-up has filled in (R5.7).
 */
export const Address = z.object({
  postal_code: PostalCode,
  street: text(0, maxLine),
  district: text(0, maxLine),
  city: text(1, maxLine),
  state: State,
})
export type Address = z.infer<typeof Address>
