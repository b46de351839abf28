/** The customer that a till names, by a key of the person or by a member code (D14). */

import { timingSafeEqual } from 'node:crypto'

import { derivedKey } from '#api/credential/member-code-key.ts'
import { canonicalUuid } from '#api/http/uuid.ts'
import { secretsOf, type ServerSecret } from '#api/secret/server-secret.ts'
import type { ErrorCode } from '#contract/error.ts'
import {
  isMemberCodeStepOpen,
  memberCode,
  readMemberCode,
  unknownMemberCodeMessage,
} from '#contract/member-code.ts'
import type { CustomerKey } from '#contract/points.ts'
import { bytes, type NamedCustomer } from '#engine/command.ts'

/** A customer as a till names one, or by the id from an earlier look-up, as the console's counter does. */
export type TillCustomer = CustomerKey & { customer_id?: string | undefined }

/**
 * The customer for a command. A code that is malformed, forged or of another company gives a command that names nobody. The
 * look-up then counts a miss, as for an unknown phone. A code outside its window carries an error. The engine answers that error
 * only if the call is no repeat.
 */
export async function namedCustomer(
  secret: ServerSecret,
  company_id: string,
  { code, ...key }: TillCustomer,
  now: Date,
): Promise<NamedCustomer> {
  if (code === undefined) return key
  const parts = readMemberCode(code)
  if (!parts || !(await isGenuine(secret, company_id, code, parts))) return {}
  const { session_ref, step } = parts
  return {
    session_ref: bytes(Buffer.from(session_ref, 'base64url')),
    code_step: step,
    ...(!isMemberCodeStepOpen(step, now.getTime()) && { code_error: 'expired_code' }),
  }
}

/**
 * The customer in the fingerprint of a call with an `external_id`. A valid code is replaced by its session, because a cashier
 * who repeats a sale scans a newer code.
 */
export function fingerprintedCustomer(key: TillCustomer, { session_ref }: NamedCustomer): object {
  return session_ref === undefined ? key : { session_ref }
}

/** The message for a code that names nobody; undefined for any other error. */
export function unknownCodeMessage(
  { code }: CustomerKey,
  error: ErrorCode | null,
): string | undefined {
  return code !== undefined && error === 'customer_not_found' ? unknownMemberCodeMessage : undefined
}

/** Whether the code is right under one of the secrets: a phone that was offline still has the key of an older one. */
async function isGenuine(
  secret: ServerSecret,
  company: string,
  code: string,
  parts: { session_ref: string; step: number },
): Promise<boolean> {
  const company_id = canonicalUuid(company)
  const session_ref = Buffer.from(parts.session_ref, 'base64url')
  const sent = Buffer.from(code)
  for (const { bytes: one } of secretsOf(secret)) {
    const key = derivedKey(one, company_id, session_ref)
    const expected = Buffer.from(await memberCode(key, { company_id, ...parts }))
    if (sent.length === expected.length && timingSafeEqual(sent, expected)) return true
  }
  return false
}
