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
  CustomerQuery,
  ProviderRegistration,
  Registration,
  SignedIn,
} from './customer.ts'
import { Dashboard } from './dashboard.ts'
import {
  Intention,
  IntentionCapture,
  IntentionEvents,
  IntentionOpening,
  TillIntention,
} from './intention.ts'
import { ChainLevel } from './level.ts'
import { NotificationPage, NotificationRead, Notifications } from './notification.ts'
import {
  IntegratedCustomer,
  IntegrationCode,
  IntegrationToken,
  PartnerCustomer,
  PartnerCustomerKey,
  type PartnerScope,
} from './partner.ts'
import {
  CalculationRule,
  ExpiringPoints,
  GeneratedPoints,
  PointsEntry,
  PointsGeneration,
  PointsPage,
  PointsReversal,
  ReversedPoints,
  SimulatedPoints,
  Statement,
  StatementDay,
} from './points.ts'
import {
  Prize,
  PrizeCategory,
  PrizeCount,
  PrizeFilters,
  PrizePage,
  reasonsNotToRedeem,
} from './prize.ts'
import { Promotion, PromotionActivation, PromotionCode, reasonsNotToActivate } from './promotion.ts'
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
import { StatementFile, StatementFormat, StatementPeriod } from './statement.ts'
import { text } from './text.ts'
import {
  reasonsNotToTake,
  Voucher,
  VoucherCode,
  VoucherCount,
  VoucherPage,
  VoucherPurchase,
  VoucherWithdrawal,
  WithdrawnVoucher,
} from './voucher.ts'

/**
 * anyone: no header at all · guest: `Company-Id`, and a session's token if there is one · customer: `Company-Id` and a
 * session's token, or the identity provider's ID token · account: `Company-Id` and an ID token, of who may be no customer
 * yet · partner: an API key.
 */
export type Caller = 'anyone' | 'guest' | 'customer' | 'account' | 'partner'

/**
 * What happens to a call while the server has more to do than it can. Calls are refused with 503 and `Retry-After` in this
 * order; the later ones only if that was not enough:
 * poll: the portal makes the call again by itself · list: a screen that shows what is there · login: sign-in, registration
 * and the account · never: a sale in progress, whatever moves points, and the load balancer's question.
 */
export type Shed = 'poll' | 'list' | 'login' | 'never'

export type Endpoint = {
  summary: string
  caller: Caller
  shed: Shed
  /** Of a partner's call: what its key must be allowed to do. */
  scope?: PartnerScope
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  /** Of its own, beside those that say who calls. */
  headers?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** Null: 204, no body. Optional: 204 where there is nothing. */
  response: z.ZodMiniType | null
  /** Of a success; 200 unless told. */
  status?: 200 | 201
  /** Honours `Idempotency-Key`: the same key again gets the first answer, and nothing happens twice (D2). */
  idempotent?: true
  /** Carries an ETag; 304 without a body where `If-None-Match` names it. */
  conditional?: true
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
  // forbidden: from a page of somebody else's (T13).
  anyone: ['forbidden'],
  guest: ['forbidden', 'company_not_found', 'company_unavailable'],
  customer: ['forbidden', 'unauthenticated', 'customer_not_found', 'company_unavailable'],
  account: ['forbidden', 'unauthenticated', 'company_not_found', 'company_unavailable'],
  partner: ['invalid_key', 'company_unavailable', 'forbidden'],
} as const satisfies Record<Caller, readonly Refusal[]>

/** The refusals that a key may meet. */
export const key_refusals = [
  'idempotency_mismatch',
  'idempotency_in_progress',
] as const satisfies readonly Refusal[]

export const endpoints = {
  'GET /health': {
    summary: 'Is this node able to answer, its database included?',
    caller: 'anyone',
    shed: 'never',
    response: z.object({ status: z.literal('ok') }),
    refusals: ['unavailable'],
  },

  'GET /company/get-company-by-domain/{hostname}': {
    summary: 'Which company a host name belongs to (R1.1)',
    caller: 'anyone',
    shed: 'list',
    params: z.strictObject({ hostname: text(1, 253) }),
    response: z.array(z.object({ company_id: z.uuid() })),
    refusals: ['company_not_found'],
  },
  'GET /company/{id}': {
    summary: 'What a company shows',
    caller: 'anyone',
    shed: 'list',
    params: z.strictObject({ id: z.uuid() }),
    response: Company,
    refusals: ['company_not_found'],
  },
  'GET /company/{company_id}/settings': {
    summary: 'How a company runs its programme',
    caller: 'anyone',
    shed: 'list',
    params: z.strictObject({ company_id: z.uuid() }),
    response: CompanySettings,
    refusals: ['company_not_found'],
  },
  'GET /level': {
    summary: 'The chain of levels, lowest first',
    caller: 'guest',
    shed: 'list',
    response: z.array(ChainLevel),
    refusals: [],
  },

  'POST /customer/create-via-email': {
    summary: 'Register (R3.11)',
    caller: 'guest',
    shed: 'login',
    body: Registration,
    response: SignedIn,
    status: 201,
    refusals: ['used_email', 'used_document', 'underage', 'overage', 'too_many_requests'],
  },
  'POST /customer/create-via-firebase': {
    summary:
      'Become a customer with an account of the identity provider (R3.10); who is one already is answered as they are',
    caller: 'account',
    shed: 'login',
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
    shed: 'login',
    response: z.object({ token: z.string() }),
    refusals: ['not_found'],
  },
  'POST /customer/login': {
    summary:
      'Sign in with email, CPF/CNPJ or phone and a password (R3.3), or with a mailed link (R3.4). On an account whose email is not confirmed the link alone ends the password and all sessions; with the right `current_password` everything stays; with `keep_password` it is refused instead, and stays good',
    caller: 'guest',
    shed: 'login',
    body: z.union([Login, LinkLogin]),
    response: SignedIn,
    refusals: [
      'wrong_credentials',
      'expired_token',
      'password_required',
      'wrong_password',
      'too_many_requests',
    ],
  },
  'POST /customer/login-link': {
    summary:
      'Mail a link to sign in with, to who has an account; the answer is the same to who has none',
    caller: 'guest',
    shed: 'login',
    body: LoginLinkRequest,
    response: null,
    refusals: ['too_many_requests'],
  },
  'GET /customer/password-reset': {
    summary:
      'Mail a link to set a password with (R3.12): the account by `customer-email` or by `customer-document`, not both; the answer is the same where there is none',
    caller: 'guest',
    shed: 'login',
    headers: PasswordResetHeaders,
    response: null,
    refusals: ['too_many_requests'],
  },
  'POST /customer/password-reset': {
    summary: 'Set a password with a mailed link; every session ends (R3.13)',
    caller: 'guest',
    shed: 'login',
    body: PasswordReset,
    response: null,
    refusals: ['expired_token', 'too_many_requests'],
  },
  'POST /customer/email-confirmation': {
    summary:
      'Confirm an email with a mailed link (R3.14). Without a session of the account it takes `current_password`, and everything stays, or a new `password`, which ends the old one and all sessions; a guest is signed in',
    caller: 'guest',
    shed: 'login',
    body: EmailConfirmation,
    /** `data` and `token`: a new session, where the call opened one. */
    response: z.object({
      password_ended: z.boolean(),
      data: z.optional(Customer),
      token: z.optional(z.string()),
    }),
    refusals: [
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
    refusals: ['already_confirmed', 'too_many_requests'],
  },
  'GET /customer/session': {
    summary: 'The devices that are signed in, the last used first',
    caller: 'customer',
    shed: 'list',
    response: z.array(Session),
    refusals: [],
  },
  'DELETE /customer/session/{id}': {
    summary: 'Sign another device out',
    caller: 'customer',
    shed: 'login',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    refusals: ['not_found'],
  },
  'DELETE /customer/session': {
    summary: 'Sign out: the token is dead when this has answered (R3.7)',
    caller: 'customer',
    shed: 'login',
    response: null,
    refusals: [],
  },
  'GET /customer': {
    summary: 'The customer who is signed in; `update_level=TRUE` settles the level first (R11.2)',
    caller: 'customer',
    shed: 'list',
    query: CustomerQuery,
    response: Customer,
    refusals: [],
  },
  'PUT /customer': {
    summary:
      'Change what is sent (R4.3). A new password ends the other sessions; a new email is to be confirmed, and takes the current password',
    caller: 'customer',
    shed: 'login',
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
    shed: 'list',
    response: z.array(Consent),
    refusals: [],
  },
  'POST /customer/{user_id}/cookies-agreement': {
    summary: 'Agree to the cookie policy (R6.1)',
    caller: 'customer',
    shed: 'login',
    params: z.strictObject({ user_id: z.uuid() }),
    response: CookieAgreement,
    status: 201,
    refusals: ['forbidden', 'agreement_exists'],
  },
  'DELETE /customer/{user_id}/cookies-agreement': {
    summary: 'Withdraw the agreement to the cookie policy (R6.1)',
    caller: 'customer',
    shed: 'login',
    params: z.strictObject({ user_id: z.uuid() }),
    response: null,
    refusals: ['forbidden', 'not_found'],
  },
  'GET /address/{postal_code}': {
    summary: 'The address of a CEP (R4.5)',
    caller: 'guest',
    // Waits up to 3 s for a service elsewhere, so it must not hold one of the lists' places.
    shed: 'poll',
    params: z.strictObject({ postal_code: PostalCode }),
    response: Address,
    refusals: ['postal_code_not_found', 'address_unavailable', 'too_many_requests'],
  },
  'GET /customer/balance': {
    summary: 'What can be spent now (R7.1)',
    caller: 'customer',
    shed: 'poll',
    response: Balance,
    refusals: [],
  },
  'GET /customer/dashboard': {
    summary:
      'The first screen in one answer: the balance, the level, what expires next, the last lines of the history, the last purchase, the last vouchers, the unread notifications (R7.2)',
    caller: 'customer',
    shed: 'list',
    response: Dashboard,
    refusals: [],
  },

  'GET /points': {
    summary: 'The history, newest first; the next page is in `Link: rel="next"` (R7.3)',
    caller: 'customer',
    shed: 'list',
    query: PointsPage,
    response: z.array(PointsEntry),
    refusals: [],
  },
  'GET /notification': {
    summary:
      'The bell: how many are unread, at most 100, and a page of notifications, newest first; the next page is in `Link: rel="next"` (D11)',
    caller: 'customer',
    shed: 'list',
    query: NotificationPage,
    response: Notifications,
    refusals: [],
  },
  'POST /notification/read': {
    summary: 'This notification and all before it are read (D11)',
    caller: 'customer',
    shed: 'list',
    body: NotificationRead,
    response: null,
    refusals: ['not_found'],
  },
  'GET /points/expiring': {
    summary: 'The whole schedule of what expires, the next day first; pending points among it',
    caller: 'customer',
    shed: 'list',
    response: z.array(ExpiringPoints),
    refusals: [],
  },
  'GET /points/statement': {
    summary:
      'The balance at the end of a day: of the past, from the records; of the future, with what expires and matures until then',
    caller: 'customer',
    shed: 'list',
    query: StatementDay,
    response: Statement,
    refusals: ['too_many_requests'],
  },
  'GET /points/statement/{format}': {
    summary:
      'A file of what happened in a period of at most 366 days, oldest first: CSV (UTF-8 with BOM, semicolons) or PDF (R7.3)',
    caller: 'customer',
    shed: 'list',
    params: StatementFormat,
    query: StatementPeriod,
    response: StatementFile,
    refusals: ['too_many_requests'],
  },

  'GET /customer/generate-integration-token': {
    summary:
      'A token with which the subscription club learns who comes: good for 60 seconds, and once (R12.2)',
    caller: 'customer',
    shed: 'login',
    response: IntegrationToken,
    refusals: [],
  },
  'GET /points/intention': {
    summary:
      'What a till asks of the customer now, with the code to tell it (R8.1, D5). Carries an ETag; 304 where `If-None-Match` names it',
    caller: 'customer',
    shed: 'poll',
    conditional: true,
    response: z.optional(Intention),
    refusals: [],
  },
  'GET /points/intention/stream': {
    summary:
      'The same, pushed as server-sent events: an intention now open, and each change of it, its end too (D5); a comment every 25 seconds',
    caller: 'customer',
    shed: 'poll',
    response: IntentionEvents,
    refusals: [],
  },
  'GET /points/intention/{id}': {
    summary: 'How it went, also when it is over',
    caller: 'customer',
    shed: 'poll',
    params: z.strictObject({ id: z.uuid() }),
    response: Intention,
    refusals: ['not_found'],
  },
  'POST /points/intention/{id}/confirm': {
    summary: 'Say yes: the till may take the points without a code (R8.2)',
    caller: 'customer',
    shed: 'never',
    params: z.strictObject({ id: z.uuid() }),
    response: Intention,
    refusals: ['not_found', 'intention_over'],
  },
  'DELETE /points/intention/{id}': {
    summary:
      'Say no, also after a yes; for ten minutes the shop may ask again once, for less (R8.2)',
    caller: 'customer',
    shed: 'never',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    refusals: ['not_found', 'intention_over'],
  },

  'GET /prize': {
    summary: 'The store; how many there are in all is in `X-Total-Count` (R9.1)',
    caller: 'customer',
    shed: 'list',
    query: PrizePage,
    response: z.array(Prize),
    refusals: [],
  },
  'GET /prize/count': {
    summary: 'How many prizes a filter leaves, and how many each tab would have (R9.1)',
    caller: 'customer',
    shed: 'list',
    query: PrizeFilters,
    response: PrizeCount,
    refusals: [],
  },
  'GET /prize/category': {
    summary: 'The categories of the store, and how many prizes each has',
    caller: 'customer',
    shed: 'list',
    response: z.array(PrizeCategory),
    refusals: [],
  },
  'GET /prize/{id}': {
    summary: 'A prize, and whether this customer may redeem it (R9.2)',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: z.uuid() }),
    response: Prize,
    refusals: ['not_found'],
  },
  'PUT /prize/{id}/favorite': {
    summary: 'Mark a prize; again changes nothing',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    refusals: ['not_found'],
  },
  'DELETE /prize/{id}/favorite': {
    summary: 'Take the mark away; again changes nothing',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    refusals: ['not_found'],
  },
  'POST /voucher/generate': {
    summary: 'Redeem prizes: all that is asked, or nothing (R9.2)',
    caller: 'customer',
    shed: 'never',
    body: VoucherPurchase,
    response: z.array(Voucher),
    status: 201,
    idempotent: true,
    refusals: ['forbidden', 'not_found', ...reasonsNotToRedeem],
  },
  'GET /voucher': {
    summary: 'The customer’s vouchers, newest first; how many in all is in `X-Total-Count` (R9.3)',
    caller: 'customer',
    shed: 'list',
    query: VoucherPage,
    response: z.array(Voucher),
    refusals: [],
  },
  'GET /voucher/count': {
    summary: 'How many vouchers the customer has in each state (R9.3)',
    caller: 'customer',
    shed: 'list',
    response: VoucherCount,
    refusals: [],
  },
  'GET /voucher/{id}': {
    summary: 'A voucher of the customer',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ id: z.uuid() }),
    response: Voucher,
    refusals: ['not_found'],
  },
  'GET /promotion/{code}': {
    summary: 'A promotion that is on, and whether it gives this customer anything (R10.1)',
    caller: 'customer',
    shed: 'list',
    params: z.strictObject({ code: PromotionCode }),
    response: Promotion,
    refusals: ['promotion_not_found', 'inactive_promotion'],
  },
  'POST /promotion/{code}/activate': {
    summary: 'Get a promotion’s points, within its limits (R10.1, D9)',
    caller: 'customer',
    shed: 'never',
    params: z.strictObject({ code: PromotionCode }),
    response: PromotionActivation,
    status: 201,
    idempotent: true,
    refusals: ['promotion_not_found', 'inactive_promotion', ...reasonsNotToActivate],
  },

  'GET /partner/calculation-rule': {
    summary:
      'The rules by which purchases earn, in their order: what calculation_rule_id may name (D13)',
    caller: 'partner',
    shed: 'list',
    scope: 'points',
    response: z.array(CalculationRule),
    refusals: [],
  },
  'POST /partner/points/generate': {
    summary: 'Give points for a purchase; the same external_id again gets the first answer (D3)',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    body: PointsGeneration,
    response: GeneratedPoints,
    status: 201,
    refusals: [
      'customer_not_found',
      'unknown_subsidiary',
      'unknown_calculation_rule',
      'inactive_calculation_rule',
      'daily_limit_reached',
      'idempotency_mismatch',
      'too_many_requests',
    ],
  },
  'POST /partner/points/simulate': {
    summary:
      'What a purchase would earn; changes nothing, but that a phone or email that nobody has counts as a look-up',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    body: PointsGeneration,
    response: SimulatedPoints,
    refusals: [
      'customer_not_found',
      'unknown_subsidiary',
      'unknown_calculation_rule',
      'inactive_calculation_rule',
      'too_many_requests',
    ],
  },
  'POST /partner/points/{id}/reverse': {
    summary:
      'A purchase comes back, in whole or in part, or a use of points is undone; the same external_id again gets the first answer (D4)',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    params: z.strictObject({ id: z.uuid() }),
    body: PointsReversal,
    response: ReversedPoints,
    status: 201,
    refusals: [
      'not_found',
      'already_reversed',
      'return_exceeds_purchase',
      'consumption_is_whole',
      'idempotency_mismatch',
    ],
  },
  'GET /partner/voucher/{code}': {
    summary:
      'What a voucher is for and where it stands; its code in any case, with hyphens or without (D3)',
    caller: 'partner',
    shed: 'never',
    scope: 'vouchers',
    params: z.strictObject({ code: VoucherCode }),
    response: Voucher,
    refusals: ['voucher_not_found', 'too_many_requests'],
  },
  'POST /partner/voucher/{code}/withdraw': {
    summary: 'The prize was handed over, once (D3)',
    caller: 'partner',
    shed: 'never',
    scope: 'vouchers',
    params: z.strictObject({ code: VoucherCode }),
    body: VoucherWithdrawal,
    response: WithdrawnVoucher,
    idempotent: true,
    refusals: ['voucher_not_found', 'too_many_requests', 'unknown_subsidiary', ...reasonsNotToTake],
  },
  'POST /partner/voucher/{code}/cancel': {
    summary: 'Give the points of a voucher back that was not withdrawn (D3, D8)',
    caller: 'partner',
    shed: 'never',
    scope: 'vouchers',
    params: z.strictObject({ code: VoucherCode }),
    response: Voucher,
    idempotent: true,
    refusals: ['voucher_not_found', 'too_many_requests', ...reasonsNotToTake],
  },
  'POST /partner/points/intention': {
    summary:
      'Ask to spend a customer’s points, which are held from now on; the same external_id again gets the same intention (D5)',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    body: IntentionOpening,
    response: TillIntention,
    status: 201,
    refusals: [
      'customer_not_found',
      'unknown_subsidiary',
      'contact_unconfirmed',
      'intention_open',
      'points_exceed_purchase',
      'insufficient_balance',
      'idempotency_mismatch',
      'intention_declined',
      'too_many_requests',
    ],
  },
  'GET /partner/points/intention/{id}': {
    summary: 'What the customer has answered',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    params: z.strictObject({ id: z.uuid() }),
    response: TillIntention,
    refusals: ['not_found'],
  },
  'POST /partner/points/intention/{id}/capture': {
    summary:
      'Take the points, all or fewer, with the customer’s code or after the customer’s yes; again gets the first answer (D5)',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    idempotent: true,
    params: z.strictObject({ id: z.uuid() }),
    body: IntentionCapture,
    response: TillIntention,
    refusals: [
      'not_found',
      'intention_over',
      'authorization_required',
      'wrong_code',
      'capture_exceeds_hold',
      'idempotency_mismatch',
    ],
  },
  'DELETE /partner/points/intention/{id}': {
    summary: 'Give up: the points are free at once',
    caller: 'partner',
    shed: 'never',
    scope: 'points',
    params: z.strictObject({ id: z.uuid() }),
    response: null,
    refusals: ['not_found', 'intention_over'],
  },
  'GET /partner/customer': {
    summary: 'A customer by document, phone or email, the name masked (D3)',
    caller: 'partner',
    shed: 'never',
    scope: 'customers',
    query: PartnerCustomerKey,
    response: PartnerCustomer,
    refusals: ['customer_not_found', 'too_many_requests'],
  },
  'POST /partner/integration-token': {
    summary: 'Trade the code that a customer came with for who it is (R12.2)',
    caller: 'partner',
    shed: 'login',
    scope: 'customers',
    body: IntegrationCode,
    response: IntegratedCustomer,
    refusals: ['expired_token'],
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
