/** The scopes of a partner key (D3, T18), and the customer as a partner sees them. */

import * as z from 'zod/mini'

import { Uuid } from '#contract/value/uuid.ts'

import { Balance } from './customer.ts'
import { PointsGeneration } from './points.ts'

/** A partner's endpoint names the scope that its key needs. */
export const partnerScopes = ['points', 'vouchers', 'customers'] as const
export type PartnerScope = (typeof partnerScopes)[number]

/** GET /partner/customer: exactly one of document, phone, email and code. */
export const PartnerCustomerKey = PointsGeneration.shape.customer

/** A person in an answer to a partner (D13). A field is null if the company does not know it. */
const Party = z.object({ name: z.nullable(z.string()), document: z.nullable(z.string()) })

/**
 * The customer as a till sees them: enough to greet them and to know what they can spend. The name is masked ('Marina D.'),
 * and null before the customer registers. The document is masked ('***.982.247-**') unless the till sent it.
 */
export const PartnerCustomer = z.object({
  id: Uuid,
  ...Party.shape,
  balance: Balance,
  /** False for a pre-registered customer until an email or a phone is confirmed (D3), and for a blocked customer (D15). */
  can_spend: z.boolean(),
  /** Null: the company has no levels, or the customer is below the first. */
  level: z.nullable(z.object({ name: z.string() })),
})
export type PartnerCustomer = z.infer<typeof PartnerCustomer>

/** Lifetime of a code for the subscription club (R12.2). */
export const integrationToken_s = 60

export const expiredIntegrationMessage =
  'Este código expirou ou já foi usado. Entre novamente pelo clube.'

/** 256 bits, base64url. */
const Code = z
  .string({ error: expiredIntegrationMessage })
  .check(z.regex(/^[\w-]{43}$/, { error: expiredIntegrationMessage }))

/** GET /customer/generate-integration-token. */
export const IntegrationToken = z.object({ token: Code })
export type IntegrationToken = z.infer<typeof IntegrationToken>

/** POST /partner/integration-token: the token that the customer brought in the link's `code`. */
export const IntegrationCode = z.strictObject({ code: Code })

/** The customer for whom the code was issued. */
export const IntegratedCustomer = z.object({
  id: Uuid,
  ...Party.shape,
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
})
export type IntegratedCustomer = z.infer<typeof IntegratedCustomer>
