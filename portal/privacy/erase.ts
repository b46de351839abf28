import type { Erasure } from '#contract/privacy.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { api } from '#portal/client/api.ts'
import { sessionKey } from '#portal/storage/session.ts'

/** The session in which the answer to an earlier deletion was lost. */
let unanswered: string | undefined

/**
 * Deletes the account. 'unknown': the answer was lost, and the session has ended since. The server refuses an erased account and
 * an ended session with the same 401, so nobody can tell which it was. Throws RequestFailure.
 */
export async function eraseAccount(erasure: Erasure): Promise<'erased' | 'unknown'> {
  const session = sessionKey()
  if (unanswered === session && (await hasEnded(session))) return 'unknown'
  try {
    await api('DELETE /customer', { body: erasure })
    return 'erased'
  } catch (error) {
    if (isUnanswered(error)) unanswered = session
    if (unanswered === session && (await hasEnded(session))) return 'unknown'
    throw error
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof RequestFailure && (error.status === null || error.status >= 500)
}

/**
 * Asks the server whether the session has ended. Renews an ID token that has expired. `api` ends the session if the server refuses
 * the token.
 */
async function hasEnded(session: string | undefined): Promise<boolean> {
  // Without an answer the session counts as alive, and the person may press again.
  if (sessionKey() === session) await api('GET /customer/erasure').catch(() => undefined)
  return sessionKey() !== session
}
