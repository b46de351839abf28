import type { SignedIn } from '#contract/customer.ts'
import { messageForStatus } from '#contract/error.ts'
import type { Firebase } from '#contract/identity-provider.ts'
import { apiAs, RequestFailure } from '#portal/client/api.ts'
import type { ProviderAccount } from '#portal/identity-provider/firebase.ts'
import { beginSession, replaceIdToken } from '#portal/storage/session.ts'

type Answer = { [part in keyof SignedIn]?: SignedIn[part] | undefined }

/** Begins the session that a login or a registration was answered with. One without data and token is an error (R3.3). */
export function enter({ data, token }: Answer): void {
  if (!data || !token) throw new RequestFailure(null, 'incomplete', messageForStatus(500))
  beginSession(token)
}

/** A browser drops a longer one without a word. */
const longest_cookie = 4_000

/**
 * Begins the session of who has signed in at the identity provider, and makes them a customer where they are none yet
 * (R3.10). Throws RequestFailure, `used_email` among them.
 */
export async function enterWith(firebase: Firebase, account: ProviderAccount): Promise<void> {
  const { id_token } = account
  try {
    await apiAs(id_token, 'GET /customer', { query: {} })
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.status !== 404) throw error
    // With the contract's rules, which a login seldom needs.
    const { registrationOf } = await import('./provider-registration.ts')
    await apiAs(id_token, 'POST /customer/create-via-firebase', { body: registrationOf(account) })
  }
  if (id_token.length > longest_cookie) {
    throw new RequestFailure(null, 'incomplete', messageForStatus(500))
  }
  beginSession(id_token, { type: 'FIREBASE', firebase })
  // Nobody waits for it: until it comes, the ID token does as well.
  void generateToken(id_token)
}

/** R3.5, D13: a token that is good for 60 days takes the ID token's place. On a 404, or without an answer, nothing changes. */
async function generateToken(id_token: string): Promise<void> {
  try {
    const { token } = await apiAs(id_token, 'GET /customer/generate-token')
    replaceIdToken(id_token, token)
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error
  }
}
