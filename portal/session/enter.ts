import type { SignedIn } from '#contract/customer.ts'
import type { Firebase } from '#contract/identity-provider.ts'
import { messageForStatus } from '#contract/refusal.ts'
import { apiAs, RequestFailure } from '#portal/api.ts'

import type { ProviderAccount } from './firebase.ts'
import { beginSession } from './session.ts'

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
export async function enterWith(firebase: Firebase, { id_token }: ProviderAccount): Promise<void> {
  try {
    await apiAs(id_token, 'GET /customer', { query: {} })
  } catch (error) {
    if (!(error instanceof RequestFailure) || error.status !== 404) throw error
    await apiAs(id_token, 'POST /customer/create-via-firebase', { body: {} })
  }
  if (id_token.length > longest_cookie) {
    throw new RequestFailure(null, 'incomplete', messageForStatus(500))
  }
  beginSession(id_token, { type: 'FIREBASE', firebase })
}
