/** Registration, the customer’s own data and the confirmation of an email (R3, R4). */

import * as z from 'zod/mini'

import {
  Customer,
  CustomerChange,
  CustomerQuery,
  ProviderRegistration,
  Registration,
  SignedIn,
} from './customer.ts'
import type { Endpoint } from './endpoint.ts'
import { MemberCodeKey } from './member-code.ts'
import { EmailConfirmation } from './session.ts'

export const customerEndpoints = {
  'POST /customer/create-via-email': {
    summary: 'Register (R3.11)',
    caller: 'guest',
    shed: 'login',
    body: Registration,
    response: SignedIn,
    status: 201,
    errors: ['used_email', 'used_document', 'underage', 'overage', 'too_many_requests'],
  },
  'POST /customer/create-via-firebase': {
    summary:
      'Become a customer with an account of the identity provider (R3.10); who is one already is answered as they are',
    caller: 'account',
    shed: 'login',
    body: ProviderRegistration,
    response: Customer,
    status: 201,
    errors: [
      'used_email',
      'used_phone',
      'used_document',
      'underage',
      'overage',
      'too_many_requests',
    ],
  },
  'POST /customer/email-confirmation': {
    summary:
      'Confirm an email with a mailed link (R3.14). Without a session of the account it takes `current_password`, and everything stays, or a new `password`, which ends the old one and all sessions; a guest is signed in',
    caller: 'guest',
    shed: 'login',
    body: EmailConfirmation,
    /** `data`, `token` and `member_code`: a new session, where the call opened one. */
    response: z.object({
      password_ended: z.boolean(),
      data: z.optional(Customer),
      token: z.optional(z.string()),
      member_code: z.optional(MemberCodeKey),
    }),
    errors: [
      'expired_token',
      'already_confirmed',
      'password_required',
      'wrong_password',
      'too_many_requests',
    ],
  },
  'POST /customer/email-confirmation/resend': {
    summary: 'Mail the link again (R3.14)',
    caller: 'customer',
    shed: 'login',
    response: null,
    /** `validation`: the customer has no email. */
    errors: ['already_confirmed', 'validation', 'too_many_requests'],
  },
  'GET /customer': {
    summary: 'The customer who is signed in; `update_level=TRUE` settles the level first (R11.2)',
    caller: 'customer',
    shed: 'list',
    query: CustomerQuery,
    response: Customer,
    errors: [],
  },
  'PUT /customer': {
    summary:
      'Change what is sent (R4.3). A new password ends the other sessions; a new email is to be confirmed, and takes the current password',
    caller: 'customer',
    shed: 'login',
    body: CustomerChange,
    response: Customer,
    errors: [
      'used_email',
      'used_phone',
      'used_document',
      'wrong_password',
      'underage',
      'overage',
      'too_many_requests',
    ],
  },
} as const satisfies Record<string, Endpoint>
