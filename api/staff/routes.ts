import type { Context } from '#api/context/context.ts'
import type { Route } from '#api/http/route.ts'

import { changeMember, removeMember } from './change-member.ts'
import {
  confirmPasskey,
  confirmTotp,
  removePasskey,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from './enrol.ts'
import { acceptInvitation, readInvitation } from './invitation.ts'
import { invite, inviteAgain } from './invite.ts'
import { me } from './me.ts'
import { staffMembers } from './members.ts'
import { useOptions } from './passkey.ts'
import { changePassword, requestStaffReset, resetStaffPassword } from './password.ts'
import { givePasskey, giveRecoveryCode, giveTotp } from './second-factor.ts'
import { endStaffSession, signOut, staffSessions } from './sessions.ts'
import { signIn } from './sign-in.ts'

export function staffRoutes(route: Route, context: Context): void {
  const { database } = context
  signingInRoutes(route, context)
  factorRoutes(route, context)
  route('GET /admin/me', (call) => me(database, call))
  route('GET /admin/session', (call) => staffSessions(database, call))
  route('DELETE /admin/session', (call) => signOut(database, call))
  route('DELETE /admin/session/{id}', ({ params, ...call }) =>
    endStaffSession(database, call, params.id),
  )
  route('PUT /admin/password', ({ body, ...call }) => changePassword(context, body, call))
  route('GET /admin/staff', ({ company_id, now }) => staffMembers(database, company_id, now))
  route('POST /admin/staff', ({ body, ...call }) => invite(context, body, call))
  route('PUT /admin/staff/{id}', ({ params, body, ...call }) =>
    changeMember(database, params.id, body, call),
  )
  route('POST /admin/staff/{id}/invitation', ({ params, ...call }) =>
    inviteAgain(context, params.id, call),
  )
  route('DELETE /admin/staff/{id}', ({ params, ...call }) =>
    removeMember(database, params.id, call),
  )
}

function signingInRoutes(route: Route, context: Context): void {
  const { database } = context
  route('POST /admin/session', ({ body, ...call }) => signIn(database, body, call))
  route('POST /admin/session/totp', ({ body, ...call }) => giveTotp(context, body, call))
  route('POST /admin/session/recovery', ({ body, ...call }) =>
    giveRecoveryCode(context, body, call),
  )
  route('POST /admin/session/passkey/options', (call) => useOptions(database, call))
  route('POST /admin/session/passkey', ({ body, ...call }) => givePasskey(context, body, call))
  route('POST /admin/invitation', ({ body, ...call }) => readInvitation(database, body, call))
  route('POST /admin/invitation/accept', ({ body, ...call }) =>
    acceptInvitation(database, body, call),
  )
  route('POST /admin/password-reset/request', ({ body, ...call }) =>
    requestStaffReset(context, body, call),
  )
  route('POST /admin/password-reset', ({ body, ...call }) =>
    resetStaffPassword(context, body, call),
  )
}

function factorRoutes(route: Route, context: Context): void {
  route('POST /admin/factor/totp', (call) => startTotp(context, call))
  route('POST /admin/factor/totp/confirm', ({ body, ...call }) => confirmTotp(context, body, call))
  route('POST /admin/factor/passkey/options', (call) => startPasskey(context, call))
  route('POST /admin/factor/passkey', ({ body, ...call }) => confirmPasskey(context, body, call))
  route('DELETE /admin/factor/passkey/{id}', ({ params, ...call }) =>
    removePasskey(context, call, params.id),
  )
  route('POST /admin/factor/recovery', (call) => renewRecoveryCodes(context, call))
}
