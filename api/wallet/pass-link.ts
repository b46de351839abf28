/**
 * The link of a pass for the Apple Wallet. A phone offers a pass only when the browser navigates to it, and a navigation sends
 * no session token. So the link contains its customer, sealed, and is valid for 5 minutes.
 */

import * as z from 'zod/mini'

import { ApiError } from '#api/http/api-error.ts'
import { sealer } from '#api/secret/seal.ts'
import type { ServerSecret } from '#api/secret/server-secret.ts'

import type { PassOwner } from './pass.ts'

/** Enough to open the link on another device, and short for a link that needs no login. */
const lifetime_ms = 5 * 60_000

const Sealed = z.strictObject({
  customer_id: z.uuid(),
  voucher_id: z.nullable(z.uuid()),
  until_ms: z.int(),
})

export function passPath(
  secret: ServerSecret,
  { company_id, customer_id, voucher_id }: PassOwner,
  now: Date,
): string {
  const content = { customer_id, voucher_id, until_ms: now.getTime() + lifetime_ms }
  const sealed = linkSealer(secret).seal(company_id, JSON.stringify(content))
  return `/api/wallet/pass/${company_id}/${sealed.toString('base64url')}`
}

/** The owner of a link. Throws `expired_token` for a link that is expired, changed or of another company. */
export function ownerOfLink(
  secret: ServerSecret,
  { company_id, token }: { company_id: string; token: string },
  now: Date,
): PassOwner {
  const { customer_id, voucher_id, until_ms } = opened(secret, company_id, token)
  if (until_ms <= now.getTime()) throw new ApiError('expired_token')
  return { company_id, customer_id, voucher_id }
}

function opened(secret: ServerSecret, company_id: string, token: string): z.infer<typeof Sealed> {
  try {
    const text = linkSealer(secret).open(company_id, Buffer.from(token, 'base64url'))
    return Sealed.parse(JSON.parse(text))
  } catch {
    // This server has not sealed these bytes. The error has no detail worth logging.
    throw new ApiError('expired_token')
  }
}

function linkSealer(secret: ServerSecret) {
  return sealer(secret, 'wallet pass link')
}
