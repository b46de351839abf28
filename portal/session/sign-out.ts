import { api } from '#portal/client/api.ts'
import { leaveProvider } from '#portal/identity-provider/leave-provider.ts'
import { sessionProvider } from '#portal/storage/session.ts'

/**
 * R3.7: revokes the token on the server and signs out at the identity provider, if they can be reached. The browser's
 * session stays.
 */
export async function signOut(): Promise<void> {
  const firebase = sessionProvider()
  // The server first: after its user is signed out, the provider renews no token for that call. If the call fails, the
  // token expires.
  await api('DELETE /customer/session').catch(() => undefined)
  if (firebase) await leaveProvider(firebase)
}
