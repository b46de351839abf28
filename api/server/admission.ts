/** Admits ID tokens, which are valid for an hour. The first call with a token opens its session; later calls find it. */

import type { FastifyRequest } from 'fastify'

import { companyNow } from '#api/clock/clock.ts'
import type { IdentityProvider } from '#api/company/identity-provider.ts'
import type { Context } from '#api/context/context.ts'
import { ApiError } from '#api/http/api-error.ts'
import type { Credential, Identity, StaffCaller } from '#api/http/caller.ts'
import { admit } from '#api/session/admit.ts'
import { staffMay } from '#api/staff/session.ts'
import type { Caller } from '#contract/endpoints/endpoint.ts'
import { errorCodes } from '#contract/error.ts'

import { identify } from './identify.ts'

type Needs = Pick<Context, 'database' | 'clock'> & { identityProvider: IdentityProvider }

/**
 * Checks the credential of a request within the request's remaining time. Throws the errors of `identify` and `admit`, and for a
 * staff member those of `staffMay`.
 */
export function identifyCaller(
  context: Needs,
  request: FastifyRequest,
  caller: keyof Identity,
  credential: Credential[Caller],
): Promise<object> {
  const { inTime, user_agent } = request
  if (caller === 'guest') {
    return inTime(identifyGuest(context, credential as Credential['guest'], user_agent))
  }
  const work = async () => {
    const now = await nowOf(context, credential)
    const identity: object = await identify[caller](context, credential as never, now)
    // Before the role is checked, so that the log names who was refused.
    request.caller = identity
    if (caller === 'staff')
      staffMay(identity as StaffCaller, credential as Credential['staff'], now)
    return identity
  }
  return inTime(withAdmission<object>(context, credential, user_agent, work))
}

/** Runs `work`. If it throws `unauthenticated` for an ID token, admits the token, which opens a session, and runs `work` again. */
export async function withAdmission<Result>(
  context: Needs,
  credential: Credential[Caller],
  user_agent: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error
    if (!('token_hash' in credential && 'id_token' in credential && credential.id_token)) {
      throw error
    }
    const { company_id, id_token } = credential
    await admit(context, { company_id, id_token }, user_agent, context.clock())
    return work()
  }
}

/** Identifies a guest. A guest whose ID token is refused counts as anonymous. Throws when the token cannot be checked now. */
async function identifyGuest(
  context: Needs,
  credential: Credential['guest'],
  user_agent: string | null,
): Promise<Identity['guest']> {
  const guest = await identify.guest(context, credential, await nowOf(context, credential))
  const { company_id, id_token } = credential
  if (guest.customer_id !== null || id_token === null) return guest
  try {
    await admit(context, { company_id, id_token }, user_agent, context.clock())
  } catch (error) {
    if (error instanceof ApiError && errorCodes[error.code].status < 500) return guest
    throw error
  }
  return identify.guest(context, credential, await nowOf(context, credential))
}

/** The present of the company that the credential names. */
function nowOf(context: Needs, credential: Partial<Credential['guest']>): Date | Promise<Date> {
  return companyNow(context, credential.company_id)
}
