import { api } from '#portal/client/api.ts'
import { leaveProvider } from '#portal/identity-provider/leave-provider.ts'
import { forgetSession, sessionProvider } from '#portal/storage/session.ts'

/** Time for the server's answer. Without a connection a call fails only after 60 s. */
const maxWait_ms = 3_000

/**
 * R3.7: deletes the browser's session, revokes the token on the server and signs out at the identity provider. The page may
 * be closed before a slow server answers, so its session ends first. An ID token may be renewed for the call: that needs the
 * session, so it ends after the wait.
 */
export async function signOut(): Promise<void> {
  const firebase = sessionProvider()
  // The call has read the token. If it fails, the token expires.
  const revoked = api('DELETE /customer/session').catch(() => undefined)
  if (!firebase) forgetSession('logout')
  await Promise.race([revoked, new Promise((resolve) => setTimeout(resolve, maxWait_ms))])
  // Without a provider the session has ended above. One that another tab has begun since must stay.
  if (!firebase) return
  forgetSession('logout')
  await leaveProvider(firebase)
}
