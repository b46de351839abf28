import { useEffect } from 'react'

import { api } from '#portal/api.ts'
import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'

import { endSession, sessionProvider } from './session.ts'

/** R3.7: the server forgets the token, the identity provider its user, then this browser both, whether or not those could be reached. */
export default function LogoutScreen() {
  // Coming here is the act; there is no press to hang it on.
  useEffect(() => {
    const firebase = sessionProvider()
    void Promise.allSettled([
      // Signed out here is what the person asked for; a token that the server still knows dies by itself.
      api('DELETE /customer/session'),
      firebase && import('./firebase.ts').then(({ signOut }) => signOut(firebase)),
    ]).then(() => endSession('logout'))
  }, [])
  return <LoadingScreen />
}
