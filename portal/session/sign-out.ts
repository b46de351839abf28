import { api } from '#portal/client/api.ts'
import { leaveProvider } from '#portal/identity-provider/leave-provider.ts'
import { sessionProvider } from '#portal/storage/session.ts'

/** R3.7: the server forgets the token and the identity provider its user, each if it can be reached. This browser does not yet. */
export async function signOut(): Promise<void> {
  const firebase = sessionProvider()
  // First the server: without its user the provider renews no token for that call. If the call fails, the token expires.
  await api('DELETE /customer/session').catch(() => undefined)
  if (firebase) await leaveProvider(firebase)
}
