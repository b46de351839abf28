/** Consents of a person, with their dates (R6.1, D12). */

import * as z from 'zod/mini'

import { Uuid } from '#contract/value/uuid.ts'

const consentKinds = ['OPT_IN', 'MARKETING', 'COOKIES'] as const

/** A dated record. The last of a kind counts. */
export const Consent = z.object({
  id: Uuid,
  kind: z.enum(consentKinds),
  is_granted: z.boolean(),
  /** The version of the text that the person saw: the company's `legal.version`. */
  text_version: z.string(),
  created_at: z.iso.datetime(),
})
export type Consent = z.infer<typeof Consent>

/** POST /customer/{id}/cookies-agreement: the specification's Cookie agreement. */
export const CookieAgreement = z.object({
  id: Uuid,
  user_id: Uuid,
  user_agent: z.nullable(z.string()),
  user_email: z.nullable(z.string()),
  /** The id of the withdrawn agreement that this one follows. */
  parent_id: z.nullable(Uuid),
  accepted_at: z.iso.datetime(),
})
export type CookieAgreement = z.infer<typeof CookieAgreement>

/** R6.1: how long a browser remembers the acceptance, in days. */
export const cookieAcceptanceDays = { signed_in: 3 * 365, guest: 365, failed: 1 }
