/**
 * The table of endpoints. An entry states the caller, the parameters, the response and the error codes of one endpoint. The route
 * adapter, the typed client, the OpenAPI page and the tests derive from this table. Each file of `endpoints/` holds the entries of one
 * domain word. This file joins them and adds the health check.
 */

import * as z from 'zod/mini'

import { addressEndpoints } from '#contract/endpoints/address.ts'
import { auditEndpoints } from '#contract/endpoints/audit.ts'
import { companyEndpoints } from '#contract/endpoints/company.ts'
import { consentEndpoints } from '#contract/endpoints/consent.ts'
import { counterEndpoints } from '#contract/endpoints/counter.ts'
import { customerEndpoints } from '#contract/endpoints/customer.ts'
import { dashboardEndpoints } from '#contract/endpoints/dashboard.ts'
import { deskEndpoints } from '#contract/endpoints/desk.ts'
import {
  bodyErrors,
  callerErrors,
  commonErrors,
  type Endpoint,
  keyErrors,
} from '#contract/endpoints/endpoint.ts'
import { headEndpoints } from '#contract/endpoints/head.ts'
import { importEndpoints } from '#contract/endpoints/import.ts'
import { intentionEndpoints } from '#contract/endpoints/intention.ts'
import { levelEndpoints } from '#contract/endpoints/level.ts'
import { memberCodeEndpoints } from '#contract/endpoints/member-code.ts'
import { mergeEndpoints } from '#contract/endpoints/merge.ts'
import { movementEndpoints } from '#contract/endpoints/movement.ts'
import { notificationEndpoints } from '#contract/endpoints/notification.ts'
import { partnerKeyEndpoints } from '#contract/endpoints/partner-key.ts'
import { partnerEndpoints } from '#contract/endpoints/partner.ts'
import { pointsEndpoints } from '#contract/endpoints/points.ts'
import { privacyEndpoints } from '#contract/endpoints/privacy.ts'
import { prizeEndpoints } from '#contract/endpoints/prize.ts'
import { programmeEndpoints } from '#contract/endpoints/programme.ts'
import { promotionEndpoints } from '#contract/endpoints/promotion.ts'
import { reportEndpoints } from '#contract/endpoints/report.ts'
import { sandboxEndpoints } from '#contract/endpoints/sandbox.ts'
import { sessionEndpoints } from '#contract/endpoints/session.ts'
import { staffEndpoints } from '#contract/endpoints/staff.ts'
import { voucherEndpoints } from '#contract/endpoints/voucher.ts'
import { walletEndpoints } from '#contract/endpoints/wallet.ts'
import { webhookEndpoints } from '#contract/endpoints/webhook.ts'
import type { ErrorCode } from '#contract/error.ts'

import { reviewEndpoints } from './review.ts'

export const endpoints = {
  'GET /health': {
    summary: 'Diz se este servidor responde, com o banco de dados',
    caller: 'anyone',
    shed: 'never',
    response: z.object({ status: z.literal('ok') }),
    errors: ['unavailable'],
  },
  ...companyEndpoints,
  ...levelEndpoints,
  ...sessionEndpoints,
  ...consentEndpoints,
  ...addressEndpoints,
  ...customerEndpoints,
  ...privacyEndpoints,
  ...memberCodeEndpoints,
  ...dashboardEndpoints,
  ...pointsEndpoints,
  ...notificationEndpoints,
  ...prizeEndpoints,
  ...voucherEndpoints,
  ...walletEndpoints,
  ...promotionEndpoints,
  ...intentionEndpoints,
  ...partnerEndpoints,
  ...sandboxEndpoints,
  ...staffEndpoints,
  ...programmeEndpoints,
  ...auditEndpoints,
  ...partnerKeyEndpoints,
  ...webhookEndpoints,
  ...headEndpoints,
  ...reportEndpoints,
  ...deskEndpoints,
  ...counterEndpoints,
  ...mergeEndpoints,
  ...movementEndpoints,
  ...importEndpoints,
  ...reviewEndpoints,
} as const satisfies Record<string, Endpoint>

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints
/** The calls of the console. The API's document, which is for tills and portals, leaves them out. */
export type AdminKey = Extract<EndpointKey, `${string} /admin/${string}`>

export function isAdminKey(key: EndpointKey): key is AdminKey {
  return key.includes(' /admin/')
}

/**
 * Whether a staff member changes something of the company by this call. A blocked company refuses it, and lets its staff read and
 * protect their own account (D15).
 */
export function isStaffWrite(key: EndpointKey): boolean {
  const { caller, action, isRead }: Endpoint = endpoints[key]
  return caller === 'staff' && action !== undefined && !isRead && !key.startsWith('GET ')
}

/** All error codes that an endpoint may answer: its own, and those that follow from its caller and its parts. */
export function errorsOf(key: EndpointKey): ErrorCode[] {
  const endpoint: Endpoint = endpoints[key]
  const { params, query, headers, body } = endpoint
  return [
    ...new Set<ErrorCode>([
      ...endpoint.errors,
      ...(endpoint.idempotent ? keyErrors : []),
      ...callerErrors[endpoint.caller],
      ...(isStaffWrite(key) ? (['company_unavailable'] as const) : []),
      ...(endpoint.fresh ? (['fresh_factor_required'] as const) : []),
      ...((params ?? query ?? headers ?? body) ? (['validation'] as const) : []),
      ...(key.startsWith('GET ') ? [] : bodyErrors),
      ...commonErrors,
    ]),
  ]
}

type Input<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined
type Part<Entry, Name extends string> = Entry extends { [name in Name]: infer Schema }
  ? Schema
  : undefined

type RequestPart = 'params' | 'query' | 'headers' | 'body'
/** A query may be missing if each of its fields may be. */
type Optional<Entry> = object extends Input<Part<Entry, 'query'>> ? 'query' : never
type Declared<Entry, Name extends RequestPart> = {
  [name in Name as Part<Entry, name> extends undefined ? never : name]: Input<Part<Entry, name>>
}

/** A caller's request: the parts that the entry declares, before the schemas transform them. */
export type RequestOf<Key extends EndpointKey> = Declared<
  Endpoints[Key],
  Exclude<RequestPart, Optional<Endpoints[Key]>>
> &
  Partial<Declared<Endpoints[Key], Optional<Endpoints[Key]>>>

/** A caller's answer; void for an endpoint that always answers 204. */
export type ResponseOf<Key extends EndpointKey> = Endpoints[Key]['response'] extends z.ZodMiniType
  ? z.output<Endpoints[Key]['response']>
  : void
