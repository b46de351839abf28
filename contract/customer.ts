/** The person in the programme: the record, its form rules (R5) and registration (R3.11). */

import * as z from 'zod/mini'

import { Email, Phone } from '#contract/person/contact.ts'
import { Document, documentAsChosen } from '#contract/person/document.ts'
import { Birthdate, birthdateMessage, isBirthdate, todayIn } from '#contract/value/date.ts'
import { Centavos, Points } from '#contract/value/money.ts'
import { maxLine, requiredMessage, text } from '#contract/value/text.ts'
import { Uuid } from '#contract/value/uuid.ts'

import { missingPostalCodeMessage, PostalCodeOrNone, StateOrNone } from './address.ts'
import { customer_levels } from './level.ts'
import { MemberCodeKey } from './member-code.ts'
import {
  CurrentPassword,
  Password,
  passwordMismatchMessage,
  PasswordConfirmation,
} from './session.ts'

/** R5.1: the message of a customer with neither an email nor a phone. */
export const contactMessage = 'Pelo menos uma forma de contato é necessária. Celular ou email.'
const optInMessage = 'É necessário concordar com os termos de uso e a política de privacidade.'

export const Name = text(1, maxLine)

const loginTypes = ['PRE', 'EMAIL', 'GOOGLE', 'PHONE', 'FACEBOOK', 'UNKNOWED'] as const
export const sexes = ['M', 'F', 'O', 'N'] as const

const registration = {
  name: Name,
  email: Email,
  document: Document,
  /** true: the document is a CNPJ (R5.5). Not stored. */
  use_cnpj: z.optional(z.boolean()),
  birthdate: Birthdate,
  password: Password,
  opt_in: z.literal(true, { error: optInMessage }),
  opt_in_marketing: z._default(z.boolean(), false),
}

/** POST /customer/create-via-email (R3.11). */
export const Registration = z.strictObject(registration).check(documentAsChosen)
export type Registration = z.input<typeof Registration>

/** The form asks for the password twice and sends it once. */
export const RegistrationForm = z
  .strictObject({ ...registration, password_confirmation: PasswordConfirmation })
  .check(
    documentAsChosen,
    z.refine((form) => form.password === form.password_confirmation, {
      path: ['password_confirmation'],
      error: passwordMismatchMessage,
    }),
  )

/** A whole or partial address (R5.7). An empty or null field is cleared, so that an answer of the API can be sent back. */
const address = {
  address_street: z.optional(z.nullable(text(0, maxLine))),
  address_district: z.optional(z.nullable(text(0, maxLine))),
  address_city: z.optional(z.nullable(text(0, maxLine))),
  address_state: z.optional(z.nullable(StateOrNone)),
  address_postal_code: z.optional(z.nullable(PostalCodeOrNone)),
  address_complement: z.optional(z.nullable(text(0, maxLine))),
  address_number: z.optional(z.nullable(text(0, 60))),
  address_country: z.optional(z.literal('BR')),
}

/**
 * POST /customer/create-via-firebase (R3.10): what the person typed, null where unknown. The provider's email or phone takes
 * precedence. An email or phone of this body is not confirmed.
 */
export const ProviderRegistration = z
  .strictObject({
    name: z.optional(z.nullable(Name)),
    email: z.optional(z.nullable(Email)),
    phone: z.optional(z.nullable(Phone)),
    birthdate: z.optional(z.nullable(Birthdate)),
    document: z.optional(z.nullable(Document)),
    /** true: the document is a CNPJ (R5.5). Not stored. */
    use_cnpj: z.optional(z.boolean()),
    password: z.optional(z.nullable(Password)),
    address: z.optional(z.nullable(z.strictObject(address))),
    opt_in: z.optional(z.boolean()),
    opt_in_marketing: z.optional(z.boolean()),
    /** The specification sends it, but only the header `Company-Id` selects the company (T4). */
    company_id: z.optional(Uuid),
  })
  .check(documentAsChosen)
export type ProviderRegistration = z.output<typeof ProviderRegistration>

/** PUT /customer changes the fields that are sent (R4.3). A new password requires the current one. */
export const CustomerChange = z
  .strictObject({
    name: z.optional(Name),
    email: z.optional(z.nullable(Email)),
    phone: z.optional(z.nullable(Phone)),
    birthdate: z.optional(Birthdate),
    document: z.optional(Document),
    /** true: the document is a CNPJ (R5.5). Not stored, because the document's length says it. */
    use_cnpj: z.optional(z.boolean()),
    sex: z.optional(z.nullable(z.enum(sexes))),
    opt_in: z.optional(z.literal(true, { error: optInMessage })),
    opt_in_marketing: z.optional(z.boolean()),
    ...address,
    /** The specification sends it, but only the header `Company-Id` selects the company (T4). */
    company_id: z.optional(Uuid),
    current_password: z.optional(CurrentPassword),
    password: z.optional(Password),
    password_confirmation: z.optional(PasswordConfirmation),
  })
  .check(
    documentAsChosen,
    z.refine((form) => form.password === form.password_confirmation, {
      path: ['password_confirmation'],
      error: passwordMismatchMessage,
    }),
    z.refine((form) => form.email !== null || form.phone !== null, {
      path: ['email'],
      error: contactMessage,
    }),
  )
/** R4.1: the portal asks for these later, and before some promotions and prizes. */
const addressAndSex = [
  'sex',
  'address_postal_code',
  'address_street',
  'address_district',
  'address_city',
  'address_state',
] as const

/** The rules of CustomerChange, with each field required (R4.2). */
export const WholeProfile = CustomerChange.check(({ value, issues }) => {
  for (const field of addressAndSex) {
    if (value[field]) continue
    const message = field === 'address_postal_code' ? missingPostalCodeMessage : requiredMessage
    issues.push({ code: 'custom', path: [field], message, input: value[field] })
  }
})

/**
 * The rules of a form on the company's local day (R5.4). The schemas above accept a birthdate that is valid in any time zone;
 * the API checks it again with these rules.
 */
export function onDayOf<Schema extends z.ZodMiniType<{ birthdate?: string | undefined }>>(
  { time_zone }: { time_zone: string },
  schema: Schema,
): Schema {
  return schema.check(
    z.refine(
      ({ birthdate }) =>
        birthdate === undefined || isBirthdate(birthdate, todayIn(time_zone, new Date())),
      // Runs even if other fields are invalid.
      { path: ['birthdate'], error: birthdateMessage, when: () => true },
    ),
  )
}

/** R4.3: the settings screen has its own message. */
export const usedMessages = {
  used_email: 'O email inserido já está em uso',
  used_document: 'O CPF inserido já está em uso',
}
export type CustomerChange = z.output<typeof CustomerChange>

/** R7.1: the points that can be spent now. Expired and pending points do not count. */
export const Balance = z.object({ amount_balance: Points, value_balance: Centavos })
export type Balance = z.infer<typeof Balance>

/** The fields of the customer's address; null where unknown. */
const storedAddress = {
  address_street: z.nullable(z.string()),
  address_district: z.nullable(z.string()),
  address_city: z.nullable(z.string()),
  address_state: z.nullable(z.string()),
  address_postal_code: z.nullable(z.string()),
  address_complement: z.nullable(z.string()),
  address_number: z.nullable(z.string()),
  address_country: z.string(),
}

export const Customer = z.object({
  id: Uuid,
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  /** Null until a customer who registered by Google, Facebook or phone adds it. */
  document: z.nullable(z.string()),
  birthdate: z.nullable(z.string()),
  sex: z.nullable(z.enum(sexes)),
  ...storedAddress,
  /** The same parts as one object (section 3, D13). */
  address: z.object(storedAddress),
  /** Null: Fiel keeps no pictures of people. */
  avatar_url: z.null(),
  login_type: z.enum(loginTypes),
  emailVerified: z.boolean(),
  /** Whether a change of credentials requires the current password. False for an account without one, such as Google's. */
  require_password: z.boolean(),
  use_cnpj: z.boolean(),
  opt_in: z.boolean(),
  opt_in_marketing: z.boolean(),
  balance: z.object({
    ...Balance.shape,
    received_amount: Points,
    /** The value of all consumptions, in centavos. */
    spent_value: Centavos,
    /** Earned points that cannot be spent yet. */
    pending_amount: Points,
    pending_value: Centavos,
    /** Points that an intention holds (D5). */
    held_amount: Points,
    held_value: Centavos,
    /** 'Saldo a compensar', the deficit. While it is above 0 the spendable balance is 0 (D4). */
    deficit_amount: Points,
    deficit_value: Centavos,
  }),
  ...customer_levels,
})
export type Customer = z.infer<typeof Customer>

/** GET /customer. TRUE: the server settles the customer's level first (R11.2). */
export const CustomerQuery = z.strictObject({
  update_level: z._default(z.enum(['TRUE', 'FALSE']), 'FALSE'),
})

/** R4.1: the fields that the portal requires before any screen (R2.10). */
export function hasBaseInformation(
  customer: Pick<Customer, 'email' | 'phone' | 'birthdate' | 'document' | 'login_type' | 'opt_in'>,
): boolean {
  return (
    (customer.email !== null || customer.phone !== null) &&
    customer.birthdate !== null &&
    customer.document !== null &&
    (customer.login_type !== 'EMAIL' || customer.opt_in)
  )
}

/** R4.1: the fields that the portal asks for with an alert (R2.10). */
export function hasAddress(customer: Pick<Customer, (typeof addressAndSex)[number]>): boolean {
  return addressAndSex.every((field) => customer[field])
}

/** The response of a login or registration (R3.3, R3.11). */
export const SignedIn = z.object({ data: Customer, token: z.string(), member_code: MemberCodeKey })
export type SignedIn = z.infer<typeof SignedIn>
