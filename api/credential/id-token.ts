/** Verifies ID tokens of Firebase Auth (R3.6, D10). */

import { errors, jwtVerify, UnsecuredJWT } from 'jose'

import type { IdentityProvider } from '#api/company/identity-provider.ts'
import { ApiError } from '#api/http/api-error.ts'
import { type FirebaseProject, IdTokenClaims } from '#contract/identity-provider.ts'
import { sessionDays } from '#contract/session.ts'
import { type Database, row, sql } from '#database/sql.ts'

/** Tolerated difference between Google's clock and ours, in s. */
const clockTolerance_s = 60
/** The longest lifetime that Firebase gives an ID token, in s. A longer one is not Firebase's. */
const longestToken_s = 3_600

/**
 * The claims of a token, after verifying that Firebase signed it for this company's project and that it is current. The
 * emulator does not sign, so its tokens are accepted only where it is configured. Throws `unauthenticated`, or `unavailable`
 * when Google's keys cannot be read.
 */
export async function verifyIdToken(
  { database, identityProvider }: { database: Database; identityProvider: IdentityProvider },
  company_id: string,
  token: string,
  now: Date,
): Promise<IdTokenClaims> {
  const project = await projectOf(database, identityProvider, company_id)
  if (!project) throw new ApiError('unauthenticated')
  const rules = {
    issuer: `https://securetoken.google.com/${project.project_id}`,
    audience: project.project_id,
    clockTolerance: clockTolerance_s,
    currentDate: now,
    requiredClaims: ['exp', 'iat', 'auth_time', 'sub'],
  }
  const { payload } = identityProvider.emulator_url
    ? decoded(() => UnsecuredJWT.decode(token, rules))
    : await jwtVerify(token, identityProvider.keys, { ...rules, algorithms: ['RS256'] }).catch(
        refuse,
      )
  const claims = IdTokenClaims.safeParse(payload)
  if (!claims.success) throw new ApiError('unauthenticated')
  const age_s = now.getTime() / 1000 - claims.data.auth_time
  const lasts_s = claims.data.exp - now.getTime() / 1000
  // R3.1: a session lives 60 days, although the provider renews tokens for ever. A token must not begin in the future or
  // last longer than Google's 1 h.
  if (
    age_s > sessionDays * 86_400 ||
    age_s < -clockTolerance_s ||
    lasts_s > longestToken_s + clockTolerance_s
  ) {
    throw new ApiError('unauthenticated')
  }
  return claims.data
}

async function projectOf(
  database: Database,
  { defaultProject }: IdentityProvider,
  company_id: string,
): Promise<FirebaseProject | null> {
  const company = await row<{ project: FirebaseProject | null }>(
    database,
    sql`select file #> '{settings,integrations,firebase}' as project
          from file_of(${company_id}) file`,
  )
  return company ? (company.project ?? defaultProject) : null
}

function decoded<Result>(decode: () => Result): Result {
  try {
    return decode()
  } catch (error) {
    return refuse(error)
  }
}

/** Throws `unavailable` if Google's keys cannot be read. All other errors mean that the token is invalid. */
function refuse(error: unknown): never {
  const isBadToken =
    error instanceof errors.JOSEError &&
    !(error instanceof errors.JWKSTimeout) &&
    !(error instanceof errors.JWKSInvalid) &&
    error.code !== 'ERR_JOSE_GENERIC'
  throw isBadToken
    ? new ApiError('unauthenticated')
    : new ApiError('unavailable', { retry_after_s: 5 })
}
