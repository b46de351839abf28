/** The type of an entry in the table of endpoints, and the error codes that several endpoints share. */

import type * as z from 'zod/mini'

import type { StaffAction } from '#contract/console/staff.ts'
import type { ErrorCode } from '#contract/error.ts'
import type { PartnerScope } from '#contract/partner.ts'

/**
 * The headers that identify a caller.
 *
 * - anyone: no header.
 * - guest: `Company-Id`, optionally a session token.
 * - customer: `Company-Id`, and a session token or an ID token of the identity provider.
 * - account: `Company-Id` and an ID token. Its holder may not be a customer yet.
 * - partner: an API key.
 * - visitor: `Company-Id`, from a page of the company's console.
 * - staff_half: as `staff`, but the second factor may still be missing.
 * - staff: `Company-Id`, from a page of the console, and the cookie of a staff member's session with both factors (D15).
 */
export type Caller =
  | 'anyone'
  | 'guest'
  | 'customer'
  | 'account'
  | 'partner'
  | 'visitor'
  | 'staff_half'
  | 'staff'

/**
 * The order in which an overloaded server refuses calls, with 503 and `Retry-After`. It refuses a later class only if
 * refusing the earlier ones was not enough.
 *
 * - bulk: a part of an import, or the closing of a month. Each may hold a database connection for seconds. The calls of all companies
 *   wait for a few places of their own.
 * - poll: the page retries by itself. It waits for no place, so it may hold a connection for milliseconds only; the pages of a backtest
 *   take turns (docs/decisions/047-backtest.md).
 * - list: a screen that shows data.
 * - login: sign-in, registration and the account.
 * - never: a sale in progress, every movement of points, and the load balancer's health check.
 */
export type Shed = 'bulk' | 'poll' | 'list' | 'login' | 'never'

export type Endpoint = {
  summary: string
  caller: Caller
  shed: Shed
  /** The scope that a partner's key must have. */
  scope?: PartnerScope
  /** The action that a staff member's role must allow. Absent: everybody may do it, for themselves. */
  action?: StaffAction
  /** A POST that changes nothing: what it asks for must not stand in an address, which logs keep. */
  isRead?: true
  /** Only with a second factor that was given within the last minutes (`freshFactorMinutes`). */
  fresh?: true
  /** bytes; 100,000 by default. */
  maxBody?: number
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  /** In addition to the headers that identify the caller. */
  headers?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** Null: the answer is 204. An optional schema: the answer is 204 when there is no result. */
  response: z.ZodMiniType | null
  /** The status of a success; 200 by default. */
  status?: 200 | 201 | 202
  /** Honours `Idempotency-Key`: a repeated key gets the first answer and changes nothing (D2). */
  idempotent?: true
  /** A POST without a key whose repeat does no harm: a client may repeat it after no answer. */
  repeatable?: true
  /** The answer has an ETag; a matching `If-None-Match` gets 304 without a body. */
  conditional?: true
  /** The codes of this endpoint alone. `errorsOf` adds those that it shares with others. */
  errors: readonly ErrorCode[]
}

/** Any endpoint may answer these. */
export const commonErrors = [
  'bad_request',
  'timeout',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[]

/** Any call other than a GET may answer these, because a client can send a body even to an endpoint without one. */
export const bodyErrors = [
  'too_large',
  'unsupported_media_type',
] as const satisfies readonly ErrorCode[]

/** The errors of a caller's credential. The server checks the credential before it reads the body. */
export const callerErrors = {
  // forbidden: the request comes from a page of another origin (T13).
  anyone: ['forbidden'],
  guest: ['forbidden', 'company_not_found', 'company_unavailable'],
  customer: [
    'forbidden',
    'unauthenticated',
    'customer_not_found',
    'customer_blocked',
    'company_unavailable',
  ],
  account: ['forbidden', 'unauthenticated', 'company_not_found', 'company_unavailable'],
  partner: ['invalid_key', 'company_unavailable', 'forbidden'],
  visitor: ['forbidden', 'company_not_found'],
  staff_half: ['forbidden', 'unauthenticated'],
  staff: ['forbidden', 'unauthenticated', 'second_factor_required'],
} as const satisfies Record<Caller, readonly ErrorCode[]>

/** A call with an `Idempotency-Key` may answer these. */
export const keyErrors = [
  'idempotency_mismatch',
  'idempotency_in_progress',
] as const satisfies readonly ErrorCode[]
