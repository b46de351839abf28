/** Passkeys (WebAuthn). A challenge belongs to one session and works once. */

import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type WebAuthnCredential,
} from '@simplewebauthn/server'

import type { StaffCaller } from '#api/http/caller.ts'
import { type Database, row, rows, sql } from '#database/sql.ts'

import { type RelyingParty, relyingParty } from './console.ts'

/** COSE's numbers of EdDSA, ES256 and RS256. The package's default asks Node for an experimental one, which prints a warning. */
const algorithms = [-8, -7, -257]

type Caller = StaffCaller & { host: string; now: Date }

/** The options for using a passkey of the caller. Throws `forbidden` at another host than the console's. */
export async function useOptions(database: Database, caller: Caller) {
  const { rpID } = await relyingParty(database, caller.company_id, caller.host)
  const options = await generateAuthenticationOptions({
    rpID,
    allowCredentials: await credentialsOf(database, caller),
    userVerification: 'preferred',
  })
  await keepChallenge(database, caller, options.challenge)
  return { options: { ...options } }
}

/** The options for making one. `excludeCredentials`: a device that has one already says so. */
export async function creationOptions(connection: Database, caller: Caller) {
  const { company_id, host, staff } = caller
  const { rpID, rpName } = await relyingParty(connection, company_id, host)
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new TextEncoder().encode(staff.id),
    userName: staff.email,
    userDisplayName: staff.name,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: await credentialsOf(connection, caller),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await keepChallenge(connection, caller, options.challenge)
  return { options: { ...options } }
}

/** Checks the browser's answer and stores the passkey's use. Returns whether the answer is right. The caller has locked the person. */
export async function usePasskey(
  connection: Database,
  caller: StaffCaller & { now: Date },
  { rpID, origin }: RelyingParty,
  response: AuthenticationResponseJSON,
): Promise<boolean> {
  const challenge = await takeChallenge(connection, caller)
  const credential = await credentialWith(connection, caller, response.id)
  if (challenge === null || !credential) return false
  // The package throws for every wrong answer, as for a counter that does not rise.
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential,
    requireUserVerification: false,
  }).catch(() => null)
  if (!verified?.verified) return false
  const { company_id, staff, now } = caller
  await rows(
    connection,
    sql`update staff_passkey
           set counter = ${verified.authenticationInfo.newCounter},
               last_used_at = ${now}
         where company_id = ${company_id}
           and staff_id = ${staff.id}
           and credential_id = ${credential.id}`,
  )
  return true
}

/** Checks the browser's answer and stores the new passkey. Returns whether it is right. The caller has locked the person. */
export async function addPasskey(
  connection: Database,
  caller: StaffCaller & { now: Date },
  { rpID, origin }: RelyingParty,
  response: RegistrationResponseJSON,
  name: string,
): Promise<boolean> {
  const challenge = await takeChallenge(connection, caller)
  if (challenge === null) return false
  // The package throws for every wrong answer.
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => null)
  if (!verified?.verified) return false
  const { id, publicKey, counter } = verified.registrationInfo.credential
  const { company_id, staff, now } = caller
  const added = await row(
    connection,
    sql`insert into staff_passkey (
          company_id, staff_id, name, credential_id, public_key, counter, transports, created_at)
        values (${company_id}, ${staff.id}, ${name}, ${id}, ${Buffer.from(publicKey)}, ${counter},
          ${transportsOf(response)}, ${now})
        on conflict (company_id, credential_id) do nothing
        returning id`,
  )
  return added !== undefined
}

const transportNames: readonly AuthenticatorTransport[] = [
  'ble',
  'hybrid',
  'internal',
  'nfc',
  'usb',
]

/** The transports that the package does not check. */
function transportsOf({ response }: RegistrationResponseJSON): AuthenticatorTransport[] {
  const transports: unknown = response.transports
  if (!Array.isArray(transports)) return []
  return transportNames.filter((name) => transports.includes(name))
}

function credentialsOf(database: Database, { company_id, staff }: StaffCaller) {
  return rows<{ id: string; transports: AuthenticatorTransport[] }>(
    database,
    sql`select credential_id as id, transports
          from staff_passkey
         where company_id = ${company_id} and staff_id = ${staff.id}
         order by created_at`,
  )
}

async function credentialWith(
  database: Database,
  { company_id, staff }: StaffCaller,
  credential_id: string,
): Promise<WebAuthnCredential | undefined> {
  const found = await row<{ public_key: Buffer; counter: number }>(
    database,
    sql`select public_key, counter::float8
          from staff_passkey
         where company_id = ${company_id}
           and staff_id = ${staff.id}
           and credential_id = ${credential_id}`,
  )
  if (!found) return undefined
  const { public_key, counter } = found
  return { id: credential_id, publicKey: new Uint8Array(public_key), counter }
}

/** A later challenge of the session replaces an earlier one. */
async function keepChallenge(
  database: Database,
  { company_id, token_hash }: StaffCaller,
  challenge: string,
): Promise<void> {
  await rows(
    database,
    sql`update staff_session
           set challenge = ${challenge}
         where company_id = ${company_id} and token_hash = ${token_hash}`,
  )
}

/** The session's challenge, which is thereby used; null without one. */
async function takeChallenge(
  connection: Database,
  { company_id, token_hash }: StaffCaller,
): Promise<string | null> {
  const session = await row<{ challenge: string | null }>(
    connection,
    sql`update staff_session
           set challenge = null
         where company_id = ${company_id} and token_hash = ${token_hash}
        returning old.challenge`,
  )
  return session?.challenge ?? null
}
