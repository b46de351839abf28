import type { SignedIn } from '#contract/customer.ts'
import { messageForStatus } from '#contract/error.ts'
import type { Firebase } from '#contract/identity-provider.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { apiAs } from '#portal/client/api.ts'
import type { ProviderAccount } from '#portal/identity-provider/firebase.ts'
import { beginSession, replaceIdToken } from '#portal/storage/session.ts'

type Answer = { [part in keyof SignedIn]?: SignedIn[part] | undefined }

/** Begins the session from a login's or a registration's answer. An answer without data and token is an error (R3.3). */
export function enter({ data, token, member_code }: Answer): void {
  if (!data || !token) throw new RequestFailure(null, 'incomplete', messageForStatus(500))
  beginSession(token, { type: 'EMAIL' }, member_code)
}

/** In characters. Browsers silently drop longer cookies. */
const maxCookieLength = 4_000

/**
 * Begins the session of a person who has signed in at the identity provider. Creates a customer for a new person (R3.10).
 * Throws RequestFailure, also `used_email`.
 */
export async function enterWith(firebase: Firebase, account: ProviderAccount): Promise<void> {
  const { id_token } = account
  try {
    await apiAs(id_token, 'GET /customer', { query: {} })
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.status !== 404) throw error
    // Loaded on demand, because it needs the contract's rules.
    const { registrationOf } = await import('./provider-registration.ts')
    await apiAs(id_token, 'POST /customer/create-via-firebase', { body: registrationOf(account) })
  }
  if (id_token.length > maxCookieLength) {
    throw new RequestFailure(null, 'incomplete', messageForStatus(500))
  }
  beginSession(id_token, { type: 'FIREBASE', firebase })
  // Do not wait: the ID token works until the API's own token arrives.
  void generateToken(id_token)
}

/**
 * R3.5, D13: replaces the ID token by a token that is valid for 60 days. After a 404 or without an answer nothing changes.
 */
async function generateToken(id_token: string): Promise<void> {
  try {
    const { token, member_code } = await apiAs(id_token, 'GET /customer/generate-token')
    replaceIdToken(id_token, token, member_code)
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
  }
}
