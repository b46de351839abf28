/** Adds and removes second factors. The first one opens the session; another one asks for a fresh factor (D15). */

import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { PoolClient } from 'pg'
import type * as z from 'zod/mini'

import { attempted } from '#api/attempt/attempt.ts'
import { type Act, noteAct, staffActor } from '#api/audit/note.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import { maxPasskeys, type PasskeyAnswer, type TotpEntry } from '#contract/console/staff.ts'
import { type Database, row, transaction, sql } from '#database/sql.ts'

import { fileOf, relyingParty } from './console.ts'
import { giveToken, passFactor, type PassedFactor } from './open-session.ts'
import { addPasskey, creationOptions } from './passkey.ts'
import { checkInvitation, hasPasskey, lockCaller, type LockedPerson } from './person.ts'
import { makeRecoveryCodes } from './recovery.ts'
import type { FactorCall } from './second-factor.ts'
import * as sentences from './sentences.ts'
import { isFresh } from './session.ts'
import { offeredSecret, saveTotp, totpStep, totpUri } from './totp.ts'

/**
 * Throws `second_factor_required` and `fresh_factor_required` for a person who has a factor already, and `expired_token` for one
 * who has none and whose invitation has ended.
 */
function mayAdd(person: LockedPerson, { factor_at, now }: FactorCall): void {
  if (!person.has_factor) {
    checkInvitation(person, now)
    return
  }
  if (factor_at === null) throw new ApiError('second_factor_required')
  if (!isFresh(factor_at, now)) throw new ApiError('fresh_factor_required')
}

/** The secret of a new authenticator. Nothing is stored. Throws as `mayAdd`. */
export function startTotp({ database, secret }: Context, call: FactorCall) {
  return transaction(database, async (connection) => {
    const person = await lockCaller(connection, call)
    mayAdd(person, call)
    const totp = offeredSecret(secret, person)
    const { program_name } = await fileOf(connection, call.company_id)
    return { secret: totp.base32, uri: totpUri(totp, program_name, call.staff.email) }
  })
}

/** Stores the authenticator that has made the code. Throws `wrong_code`, `too_many_requests`, and as `mayAdd`. */
export async function confirmTotp(
  { database, secret, clock }: Context,
  { code }: z.output<typeof TotpEntry>,
  call: FactorCall,
) {
  const { company_id, staff, address, now } = call
  const attempt = { company_id, action: 'staff_factor', account: staff.id, address } as const
  const added = await attempted(database, attempt, now, () =>
    transaction(database, async (connection) => {
      const person = await lockCaller(connection, call)
      mayAdd(person, call)
      const totp = offeredSecret(secret, person)
      const step = totpStep(totp, code, clock())
      if (step === null) throw new ApiError('wrong_code')
      await saveTotp(connection, secret, { company_id, staff_id: staff.id }, totp, step)
      return afterAdding(connection, call, person, sentences.totpAdded(staff.name))
    }),
  )
  giveToken(call, added)
  return { codes: added.codes }
}

/** Throws `forbidden` at another host than the console's, `validation` for one passkey too many, and as `mayAdd`. */
export function startPasskey({ database }: Context, call: FactorCall) {
  return transaction(database, async (connection) => {
    mayAdd(await lockCaller(connection, call), call)
    await checkPasskeyCount(connection, call)
    return creationOptions(connection, call)
  })
}

/** Stores the passkey that the browser has made. Throws `wrong_code`, and as `startPasskey`. */
export async function confirmPasskey(
  { database }: Context,
  { response, name = 'Chave de acesso' }: z.output<typeof PasskeyAnswer>,
  call: FactorCall,
) {
  const party = await relyingParty(database, call.company_id, call.host)
  // @simplewebauthn/server checks every part of the answer.
  const answer = response as unknown as RegistrationResponseJSON
  const added = await transaction(database, async (connection) => {
    const person = await lockCaller(connection, call)
    mayAdd(person, call)
    await checkPasskeyCount(connection, call)
    // Not thrown here: the challenge stays used.
    if (!(await addPasskey(connection, call, party, answer, name))) return null
    return afterAdding(connection, call, person, sentences.passkeyAdded(call.staff.name, name))
  })
  if (!added) throw new ApiError('wrong_code')
  giveToken(call, added)
  return { codes: added.codes }
}

/** Throws `validation`. The transaction has locked the person. */
async function checkPasskeyCount(connection: Database, call: FactorCall): Promise<void> {
  const { company_id, staff } = call
  const { count } = (await row<{ count: number }>(
    connection,
    sql`select count(*)::integer as count
          from staff_passkey
         where company_id = ${company_id} and staff_id = ${staff.id}`,
  ))!
  if (count >= maxPasskeys) {
    throw new ApiError('validation', { message: sentences.tooManyPasskeys })
  }
}

/** The first factor opens the session and makes recovery codes. Any factor ends the other sessions that lack one. */
async function afterAdding(
  connection: PoolClient,
  call: FactorCall,
  { has_factor }: LockedPerson,
  sentence: string,
): Promise<PassedFactor & { codes: string[] }> {
  const { company_id, staff, now } = call
  const codes = has_factor ? [] : await makeRecoveryCodes(connection, company_id, staff.id)
  await row(
    connection,
    sql`update staff set invited_at = null where company_id = ${company_id} and id = ${staff.id}`,
  )
  const passed = has_factor
    ? { caller: call, token: null }
    : await passFactor(connection, call, now)
  await noteFactor(connection, call, { action: 'staff.factor_added', sentence })
  return { ...passed, codes }
}

/** Removes a passkey. Throws `not_found`, and `last_factor` for the only factor. */
export function removePasskey({ database }: Context, call: FactorCall, id: string): Promise<void> {
  const { company_id, staff } = call
  return transaction(database, async (connection) => {
    const { totp_sealed } = await lockCaller(connection, call)
    const removed = await row<{ name: string }>(
      connection,
      sql`delete from staff_passkey
           where company_id = ${company_id} and staff_id = ${staff.id} and id = ${id}
          returning name`,
    )
    if (!removed) throw new ApiError('not_found')
    if (totp_sealed === null && !(await hasPasskey(connection, call.company_id, staff.id))) {
      throw new ApiError('last_factor')
    }
    const sentence = sentences.passkeyRemoved(staff.name, removed.name)
    await noteFactor(connection, call, { action: 'staff.factor_removed', sentence })
  })
}

/** Ten new codes; the earlier ones end. */
export function renewRecoveryCodes({ database }: Context, call: FactorCall) {
  const { company_id, staff } = call
  return transaction(database, async (connection) => {
    await lockCaller(connection, call)
    const codes = await makeRecoveryCodes(connection, company_id, staff.id)
    const sentence = sentences.recoveryCodesMade(staff.name)
    await noteFactor(connection, call, { action: 'staff.recovery_codes_made', sentence })
    return { codes }
  })
}

function noteFactor(
  connection: Database,
  call: FactorCall,
  act: Pick<Act, 'action' | 'sentence'>,
): Promise<void> {
  const { company_id, staff, now } = call
  return noteAct(connection, company_id, staffActor(call), { ...act, subject: staff.id }, now)
}
