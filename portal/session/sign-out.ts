import { api } from '#portal/client/api.ts'
import { leaveProvider } from '#portal/identity-provider/leave-provider.ts'
import { forgetSession, sessionProvider } from '#portal/storage/session.ts'

/** Time for the server's answer. Without a connection a call fails only after 60 s. */
const maxWait_ms = 3_000

/**
 * R3.7: deletes the browser's session, revokes the token on the server and signs out at the identity provider.
 * The session is deleted before the server answers, because the page may be closed meanwhile. With an identity provider it is
 * deleted only after the wait. The call may have to renew the ID token, which requires the session.
 */
export async function signOut(): Promise<void> {
  const firebase = sessionProvider()
  // The call has already read the token. If the call fails, the token stays valid until it expires.
  const revoked = api('DELETE /customer/session').catch(() => undefined)
  if (!firebase) forgetSession('logout')
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, maxWait_ms))])
  // Without a provider the session has been deleted above. A session that another tab has begun since must stay.
  if (!firebase) return
  forgetSession('logout')
  await leaveProvider(firebase)
}
