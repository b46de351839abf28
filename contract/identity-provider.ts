/** Sign-in through Firebase Auth: Google, Facebook, an SMS code, or an email and password stored at Firebase (R3.6, D10). */

import * as z from 'zod/mini'

import { Hostname } from '#contract/value/hostname.ts'
import { maxLine, text } from '#contract/value/text.ts'

/** A company's Firebase project, as its console shows it. None of this is secret: every browser gets it. */
export const FirebaseProject = z.strictObject({
  api_key: text(1, maxLine),
  auth_domain: Hostname,
  project_id: z
    .string()
    .check(z.regex(/^[a-z][a-z0-9-]{3,61}$/, { error: 'Use o id de um projeto do Firebase' })),
})
export type FirebaseProject = z.infer<typeof FirebaseProject>

/** The project's settings for the portal. With `emulator_url` it talks to the Auth emulator instead of Google. */
export const Firebase = z.object({
  ...FirebaseProject.shape,
  emulator_url: z._default(z.nullable(z.url()), null),
})
export type Firebase = z.infer<typeof Firebase>

/** The message for a wrong form of the code in an SMS (R3.6). */
const verificationCodeMessage = 'O código tem exatamente 6 números'
export const VerificationCode = z
  .string()
  .check(z.trim(), z.regex(/^\d{6}$/, { error: verificationCodeMessage }))

/** The claims that Fiel reads from an ID token. */
export const IdTokenClaims = z.object({
  iss: z.string(),
  sub: text(1, 128),
  exp: z.int(),
  /** When the person last signed in, in seconds: unchanged by token refreshes. */
  auth_time: z.int(),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
  email_verified: z.optional(z.boolean()),
  phone_number: z.optional(z.string()),
  firebase: z.object({ sign_in_provider: z.string() }),
})
export type IdTokenClaims = z.infer<typeof IdTokenClaims>
