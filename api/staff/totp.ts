/** Codes of an authenticator app (TOTP, RFC 6238): 6 digits that change every 30 s. */

import { createHmac, hash } from 'node:crypto'

import { HOTP, Secret, TOTP } from 'otpauth'

import { sealer } from '#api/secret/seal.ts'
import { purposeKey, type ServerSecret } from '#api/secret/server-secret.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

export const totpPurpose = 'staff totp'

/** The period of a code, as all authenticators assume it (RFC 6238). */
const period_s = 30
/** 160 bits, as RFC 4226 recommends. */
const secret_bytes = 20

/**
 * The secret of an authenticator that is being added. It is derived, so that nothing is stored before the person has confirmed it
 * and a reloaded page shows the same QR code. It changes with the session and with each stored authenticator.
 */
export function offeredSecret(
  { first }: ServerSecret,
  { session_id, totp_sealed }: { session_id: string; totp_sealed: Buffer | null },
): Secret {
  const stored = hash('sha256', totp_sealed ?? Buffer.alloc(0), 'hex')
  const mac = createHmac('sha256', purposeKey(first.bytes, 'staff totp offer'))
    .update(`${session_id} ${stored}`)
    .digest()
  return new Secret({ buffer: new Uint8Array(mac.subarray(0, secret_bytes)).buffer })
}

/** The text of an authenticator's QR code. */
export function totpUri(secret: Secret, issuer: string, label: string): string {
  return new TOTP({ issuer, label, secret, period: period_s }).toString()
}

/** The step of a code that is valid at `now`, at most one step early or late; null for a wrong code. */
export function totpStep(secret: Secret, code: string, now: Date): number | null {
  const counter = Math.floor(now.getTime() / 1_000 / period_s)
  const delta = HOTP.validate({ token: code, secret, counter, window: 1 })
  return delta === null ? null : counter + delta
}

type Person = { company_id: string; staff_id: string }

/**
 * Checks a code and spends its step. Returns whether it was valid: a code works once, and no code before it works again. The
 * caller has locked the person.
 */
export async function spendTotp(
  connection: Database,
  secret: ServerSecret,
  { company_id, staff_id }: Person,
  code: string,
  present: Date,
): Promise<boolean> {
  const stored = await row<{ totp_sealed: Buffer | null }>(
    connection,
    sql`select totp_sealed from staff where company_id = ${company_id} and id = ${staff_id}`,
  )
  if (!stored?.totp_sealed) return false
  const { open } = sealer(secret, totpPurpose)
  const step = totpStep(Secret.fromBase32(open(company_id, stored.totp_sealed)), code, present)
  if (step === null) return false
  const spent = await row(
    connection,
    sql`update staff
           set totp_step = ${step}
         where company_id = ${company_id} and id = ${staff_id} and totp_step < ${step}
        returning id`,
  )
  return spent !== undefined
}

/** Stores the authenticator, in place of an earlier one. `step`: of the code that has confirmed it, which is thereby spent. */
export async function saveTotp(
  connection: Database,
  secret: ServerSecret,
  { company_id, staff_id }: Person,
  totp: Secret,
  step: number,
): Promise<void> {
  const sealed = sealer(secret, totpPurpose).seal(company_id, totp.base32)
  await rows(connection, sql`select refuse_closed_secret(array[${sealed}::bytea])`)
  await rows(
    connection,
    sql`update staff
           set totp_sealed = ${sealed},
               totp_step = ${step}
         where company_id = ${company_id} and id = ${staff_id}`,
  )
}
