/**
 * Every call, once: who may make it, what it takes and answers, and the refusals of its own. The route adapter, the
 * typed client, the OpenAPI page and the tests are made from this table.
 */

import * as z from 'zod/mini'

import { Address, PostalCode } from './address.ts'
import { Company, CompanySettings } from './company.ts'
import { Consent, CookieAgreement } from './consent.ts'
import {
  Balance,
  Customer,
  CustomerChange,
  ProviderRegistration,
  Registration,
  SignedIn,
} from './customer.ts'
import { Level } from './level.ts'
import { GeneratedPoints, PointsEntry, PointsGeneration, PointsPage } from './points.ts'
import type { Refusal } from './refusal.ts'
import {
  EmailConfirmation,
  LinkLogin,
  Login,
  LoginLinkRequest,
  PasswordReset,
  PasswordResetHeaders,
  Session,
} from './session.ts'
import { text } from './text.ts'

/**
 * anyone: no header at all · guest: `Company-Id`, and a session's token if there is one · customer: `Company-Id` and a
 * session's token, or the identity provider's ID token · account: `Company-Id` and an ID token, of who may be no customer
 * yet · partner: an API key.
 */
export type Caller = 'anyone' | 'guest' | 'customer' | 'account' | 'partner'

export type Endpoint = {
  summary: string
  caller: Caller
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  /** Of its own, beside those that say who calls. */
  headers?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** Null: 204, no body. */
  response: z.ZodMiniType | null
  /** Of a success; 200 unless told. */
  status?: 200 | 201
  /** Beside those of its caller and of every call. */
  refusals: readonly Refusal[]
}

/** The refusals that any call may answer. */
export const common_refusals = [
  'bad_request',
  'validation',
  'too_large',
  'unsupported_media_type',
  'timeout',
  'internal',
  'unavailable',
] as const satisfies readonly Refusal[]

/** The refusals that a kind of caller meets before the call is looked at. */
export const caller_refusals = {
  anyone: [],
  guest: ['company_not_found', 'company_unavailable'],
  customer: ['unauthenticated', 'customer_not_found', 'company_unavailable'],
  account: ['unauthenticated', 'company_not_found', 'company_unavailable'],
  partner: ['unauthenticated', 'company_unavailable'],
} as const satisfies Record<Caller, readonly Refusal[]>

export const endpoints = {
  'GET /health': {
    summary: 'Is this node able to answer, its database included?',
    caller: 'anyone',
    response: z.object({ status: z.literal('ok') }),
    refusals: ['unavailable'],
  },

  'GET /company/get-company-by-domain/{hostname}': {
    summary: 'Which company a host name belongs to (R1.1)',
    caller: 'anyone',
    params: z.strictObject({ hostname: text(1, 253) }),
    response: z.array(z.object({ company_id: z.uuid() })),
    refusals: ['company_not_found'],
  },
  'GET /company/{id}': {
    summary: 'What a company shows',
    caller: 'anyone',
    params: z.strictObject({ id: z.uuid() }),
    response: Company,
    refusals: ['company_not_found'],
  },
  'GET /company/{company_id}/settings': {
    summary: 'How a company runs its programme',
    caller: 'anyone',
    params: z.strictObject({ company_id: z.uuid() }),
    response: CompanySettings,
    refusals: ['company_not_found'],
  },
  'GET /level': {
    summary: 'The chain of levels, lowest first',
    caller: 'guest',
    response: z.array(Level),
    refusals: [],
  },

  'POST /customer/create-via-email': {
    summary: 'Register (R3.11)',
    caller: 'guest',
    body: Registration,
    response: SignedIn,
    status: 201,
    refusals: ['used_email', 'used_document', 'underage', 'overage', 'too_many_requests'],
  },
  'POST /customer/create-via-firebase': {
    summary:
      'Become a customer with an account of the identity provider (R3.10); who is one already is answered as they are',
    caller: 'account',
    body: ProviderRegistration,
    response: Customer,
    status: 201,
    refusals: [
      'used_email',
      'used_phone',
      'used_document',
      'underage',
      'overage',
      'too_many_requests',
    ],
  },
  'GET /customer/generate-token': {
    summary:
      "A session's token of Fiel's own (R3.5): for who came with an ID token and cannot renew it every hour",
    caller: 'customer',
    response: z.object({ token: z.string() }),
    refusals: ['not_found'],
  },
  'POST /customer/login': {
    summary:
      'Sign in with email, CPF/CNPJ or phone and a password (R3.3), or with a mailed link (R3.4)',
    caller: 'guest',
    body: z.union([Login, LinkLogin]),
    response: SignedIn,
    refusals: ['wrong_credentials', 'expired_token', 'too_many_requests'],
  },
  'POST /customer/login-link': {
    summary:
      'Mail a link to sign in with, to who has an account; the answer is the same to who has none',
    caller: 'guest',
    body: LoginLinkRequest,
    response: null,
    refusals: ['too_many_requests'],
  },
  'GET /customer/password-reset': {
    summary:
      'Mail a link to set a password with (R3.12): the account by `customer-email` or `customer-document`; the answer is the same to who has none',
    caller: 'guest',
    headers: PasswordResetHeaders,
    response: null,
    refusals: ['too_many_requests'],
  },
  'POST /customer/password-reset': {
    summary: 'Set a password with a mailed link; every session ends (R3.13)',
    caller: 'guest',
    body: PasswordReset,
    response: null,
    refusals: ['expired_token', 'too_many_requests'],
  },
  'POST /customer/email-confirmation': {
    summary:
      'Confirm an email with a mailed link (R3.14). Where the account is not signed in, its password and sessions end: who proves the mailbox need not be who chose them',
    caller: 'guest',
    body: EmailConfirmation,
    response: z.object({ password_ended: z.boolean() }),
    refusals: ['expired_token', 'already_confirmed', 'too_many_requests'],
  },
  'POST /customer/email-confirmation/resend': {
    summary: 'Mail the link again (R3.14)',
    caller: 'customer',
    response: null,
    refusals: ['already_confirmed', 'too_many_requests'],
  },
  'GET /customer/session': {
    summary: 'The devices that are signed in, the last used first',
    caller: 'customer',
    response: z.array(Session),
    refusals: [],
  },
  'DELETE /customer/session/{id}': {
    summary: 'Sign another device out',
    caller: 'customer',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    refusals: ['not_found'],
  },
  'DELETE /customer/session': {
    summary: 'Sign out: the token is dead when this has answered (R3.7)',
    caller: 'customer',
    response: null,
    refusals: [],
  },
  'GET /customer': {
    summary: 'The customer who is signed in',
    caller: 'customer',
    response: Customer,
    refusals: [],
  },
  'PUT /customer': {
    summary:
      'Change what is sent (R4.3). A new password ends the other sessions; a new email is to be confirmed, and takes the current password',
    caller: 'customer',
    body: CustomerChange,
    response: Customer,
    refusals: [
      'used_email',
      'used_phone',
      'used_document',
      'wrong_password',
      'underage',
      'overage',
      'too_many_requests',
    ],
  },
  'GET /customer/consent': {
    summary: 'What the customer has agreed to and withdrawn, newest first (D12)',
    caller: 'customer',
    response: z.array(Consent),
    refusals: [],
  },
  'POST /customer/{user_id}/cookies-agreement': {
    summary: 'Agree to the cookie policy (R6.1)',
    caller: 'customer',
    params: z.strictObject({ user_id: z.uuid() }),
    response: CookieAgreement,
    status: 201,
    refusals: ['forbidden', 'agreement_exists'],
  },
  'DELETE /customer/{user_id}/cookies-agreement': {
    summary: 'Withdraw the agreement to the cookie policy (R6.1)',
    caller: 'customer',
    params: z.strictObject({ user_id: z.uuid() }),
    response: null,
    refusals: ['forbidden', 'not_found'],
  },
  'GET /address/{postal_code}': {
    summary: 'The address of a CEP (R4.5)',
    caller: 'guest',
    params: z.strictObject({ postal_code: PostalCode }),
    response: Address,
    refusals: ['postal_code_not_found', 'address_unavailable', 'too_many_requests'],
  },
  'GET /customer/balance': {
    summary: 'What can be spent now (R7.1)',
    caller: 'customer',
    response: Balance,
    refusals: [],
  },
  'GET /points': {
    summary: 'The history, newest first; the next page is in `Link: rel="next"` (R7.3)',
    caller: 'customer',
    query: PointsPage,
    response: z.array(PointsEntry),
    refusals: [],
  },

  'POST /partner/points/generate': {
    summary: 'Give points for a purchase; the same external_id again gets the first answer (D3)',
    caller: 'partner',
    body: PointsGeneration,
    response: GeneratedPoints,
    status: 201,
    refusals: ['customer_not_found', 'unknown_calculation_rule', 'idempotency_mismatch'],
  },
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined
type Part<Entry, Name extends string> = Entry extends { [name in Name]: infer Schema }
  ? Schema
  : undefined

/** What a caller sends: exactly the parts that the endpoint has. */
export type RequestOf<Key extends EndpointKey> = {
  [
    name in 'params' | 'query' | 'headers' | 'body' as Part<Endpoints[Key], name> extends undefined
      ? never
      : name
  ]: Input<Part<Endpoints[Key], name>>
}

/** What a caller gets; nothing for a 204. */
export type ResponseOf<Key extends EndpointKey> = Endpoints[Key]['response'] extends z.ZodMiniType
  ? z.output<Endpoints[Key]['response']>
  : void
