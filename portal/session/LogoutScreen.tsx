import { useEffect } from 'react'

import { api } from '#portal/api.ts'
import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'

import { leaveProvider } from './leave-provider.ts'
import { endSession, sessionProvider } from './session.ts'

/** R3.7: the server forgets the token, the identity provider its user, then this browser both, whether or not those could be reached. */
export default function LogoutScreen() {
  // Coming here is the act; there is no press to hang it on.
  useEffect(() => {
    const firebase = sessionProvider()
    // One after the other: without its user the provider renews no token for the first.
    void api('DELETE /customer/session')
      // Signed out here is what the person asked for; a token that the server still knows dies by itself.
      .catch(() => undefined)
      .then(() => firebase && leaveProvider(firebase))
      .finally(() => endSession('logout'))
  }, [])
  return <LoadingScreen />
}
