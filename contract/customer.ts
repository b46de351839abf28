/** The person in the programme: the record, its form rules (R5) and registration (R3.11). */

import * as z from 'zod/mini'

import { Birthdate } from './date.ts'
import { Document } from './document.ts'
import { Centavos, Points } from './money.ts'
import { Password } from './session.ts'
import { text } from './text.ts'

const max_name_length = 191
const email_message = 'Insira um email válido'
const phone_message = 'Insira um número de celular válido'
const opt_in_message = 'É necessário concordar com os termos de uso e a política de privacidade.'
export const password_mismatch_message = 'As senhas devem ser iguais'

export const Name = text(1, max_name_length)

/** R5.1, R4.6: lower-cased on its way in, so that one mailbox is one account. */
export const Email = z
  .string({ error: email_message })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(191, { error: email_message }),
    z.email({ error: email_message }),
  )

/** R5.2: 11 digits (DDD and number), or 13 with the country's 55 before them; kept as '+55' and 11 digits (R4.6). */
export const Phone = z.pipe(
  z.string({ error: phone_message }).check(z.regex(/^\+?(55)?\d{11}$/, { error: phone_message })),
  z.transform((phone) => `+55${phone.slice(-11)}`),
)

const login_types = ['PRE', 'EMAIL', 'GOOGLE', 'PHONE', 'FACEBOOK', 'UNKNOWN'] as const

/** POST /customer/create-via-email (R3.11). */
export const Registration = z.strictObject({
  name: Name,
  email: Email,
  document: Document,
  birthdate: Birthdate,
  password: Password,
  opt_in: z.literal(true, { error: opt_in_message }),
  opt_in_marketing: z._default(z.boolean(), false),
})
export type Registration = z.input<typeof Registration>

/** The form asks for the password twice and sends it once. */
export const RegistrationForm = z.extend(Registration, { password_confirmation: z.string() }).check(
  z.refine((form) => form.password === form.password_confirmation, {
    path: ['password_confirmation'],
    error: password_mismatch_message,
  }),
)

/** R7.1. What can be spent now: neither expired, nor pending. */
export const Balance = z.object({ amount_balance: Points, value_balance: Centavos })
export type Balance = z.infer<typeof Balance>

export const Customer = z.object({
  id: z.uuid(),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  document: z.string(),
  birthdate: z.nullable(z.string()),
  login_type: z.enum(login_types),
  emailVerified: z.boolean(),
  use_cnpj: z.boolean(),
  opt_in: z.boolean(),
  opt_in_marketing: z.boolean(),
  balance: z.object({ ...Balance.shape, received_amount: Points }),
})
export type Customer = z.infer<typeof Customer>

/** What a successful login or registration answers (R3.3, R3.11). */
export const SignedIn = z.object({ data: Customer, token: z.string() })
