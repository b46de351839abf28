/** The link to the subscription club, which a company runs on another server (R12.2). */

import * as z from 'zod/mini'

import { Url } from '#contract/value/text.ts'

export const Subscription = z.strictObject({
  /** The portal appends a login code and the email, so the URL uses https and has no user, query or fragment (T15). */
  frontend_url: Url.check(
    z.refine((url) => /^https:\/\/[^?#@]+$/.test(url), {
      error: 'Use um endereço sem usuário, sem ? e sem #',
    }),
  ),
})
export type Subscription = z.infer<typeof Subscription>
