/**
 * Every call, once: who may make it, what it takes and answers, and the refusals of its own. The route adapter, the
 * typed client, the OpenAPI page and the tests are made from this table. Every call may also answer `bad_request`,
 * `validation`, `too_large`, `unsupported_media_type`, `timeout`, `internal` and `unavailable`.
 */

import * as z from 'zod/mini'

import { Company, CompanySettings } from './company.ts'
import { Balance, Customer, Registration, SignedIn } from './customer.ts'
import { Level } from './level.ts'
import { GeneratedPoints, PointsEntry, PointsGeneration, PointsPage } from './points.ts'
import type { Refusal } from './refusal.ts'
import { Login } from './session.ts'
import { text } from './text.ts'

/**
 * anyone: no header at all · guest: `Company-Id` · customer: `Company-Id` and a session's token · partner: an API key.
 */
export type Caller = 'anyone' | 'guest' | 'customer' | 'partner'

export type Endpoint = {
  summary: string
  caller: Caller
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniType
  /** Null: 204, no body. */
  response: z.ZodMiniType | null
  /** Of a success; 200 unless told. */
  status?: 200 | 201
  /** Beside those of its caller and of every call. */
  refusals: readonly Refusal[]
}

/** The refusals that a kind of caller meets before the call is looked at. */
export const caller_refusals = {
  anyone: [],
  guest: ['company_not_found', 'company_unavailable'],
  customer: ['unauthenticated', 'company_unavailable'],
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
    refusals: ['used_email', 'used_document', 'underage', 'overage'],
  },
  'POST /customer/login': {
    summary: 'Sign in with email, CPF/CNPJ or phone and a password (R3.3)',
    caller: 'guest',
    body: Login,
    response: SignedIn,
    refusals: ['wrong_credentials'],
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
    name in 'params' | 'query' | 'body' as Part<Endpoints[Key], name> extends undefined
      ? never
      : name
  ]: Input<Part<Endpoints[Key], name>>
}

/** What a caller gets; nothing for a 204. */
export type ResponseOf<Key extends EndpointKey> = Endpoints[Key]['response'] extends z.ZodMiniType
  ? z.output<Endpoints[Key]['response']>
  : void
