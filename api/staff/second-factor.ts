/** The second factor (D15). The same calls open a session that lacks it, and renew it in an open one. */

import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { PoolClient } from 'pg'
import type * as z from 'zod/mini'

import { attempted } from '#api/attempt/attempt.ts'
import { noteAct, staffActor } from '#api/audit/note.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { StaffCaller } from '#api/http/caller.ts'
import type { PasskeyAnswer, RecoveryEntry, TotpEntry } from '#contract/console/staff.ts'
import { transaction } from '#database/sql.ts'

import { relyingParty } from './console.ts'
import type { CookieCall } from './cookie.ts'
import { me } from './me.ts'
import { giveToken, passFactor } from './open-session.ts'
import { usePasskey } from './passkey.ts'
import { lockCaller } from './person.ts'
import { spendRecoveryCode } from './recovery.ts'
import * as sentences from './sentences.ts'
import { spendTotp } from './totp.ts'

export type FactorCall = StaffCaller & CookieCall & { address: string; now: Date }

/** Throws `wrong_code` for a wrong code and for one that was used, and `too_many_requests`. */
export function giveTotp(context: Context, { code }: z.output<typeof TotpEntry>, call: FactorCall) {
  const { company_id, staff } = call
  // The phone's clock is the real one, also where a sandbox's is ahead.
  const present = context.clock()
  return giveFactor(context, call, (connection) =>
    spendTotp(connection, context.secret, { company_id, staff_id: staff.id }, code, present),
  )
}

/** Throws as `giveTotp`. */
export function giveRecoveryCode(
  context: Context,
  { code }: z.output<typeof RecoveryEntry>,
  call: FactorCall,
) {
  const { company_id, staff, now } = call
  return giveFactor(context, call, (connection) =>
    spendRecoveryCode(connection, company_id, staff.id, code, now),
  )
}

/** Throws as `giveTotp`, and `forbidden` at another host than the console's. */
export async function givePasskey(
  context: Context,
  { response }: z.output<typeof PasskeyAnswer>,
  call: FactorCall,
) {
  const party = await relyingParty(context.database, call.company_id, call.host)
  // @simplewebauthn/server checks every part of the answer.
  const answer = response as unknown as AuthenticationResponseJSON
  return giveFactor(context, call, (connection) => usePasskey(connection, call, party, answer))
}

/** `spend` returns whether the factor is right, and spends it. A spent challenge or code stays spent, also if the factor is wrong. */
async function giveFactor(
  { database }: Context,
  call: FactorCall,
  spend: (connection: PoolClient) => Promise<boolean>,
) {
  const { company_id, staff, address, now } = call
  const attempt = { company_id, action: 'staff_factor', account: staff.id, address } as const
  const passed = await attempted(database, attempt, now, async () => {
    const factor = await transaction(database, async (connection) => {
      await lockCaller(connection, call)
      if (await spend(connection)) return passFactor(connection, call, now)
      const act = {
        action: 'staff.sign_in_refused',
        subject: staff.id,
        sentence: sentences.wrongFactor(staff.name),
      } as const
      await noteAct(connection, company_id, staffActor(call), act, now)
      return null
    })
    if (!factor) throw new ApiError('wrong_code')
    return factor
  })
  giveToken(call, passed)
  return me(database, { ...call, ...passed.caller })
}
