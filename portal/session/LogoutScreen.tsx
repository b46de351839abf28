import { useEffect } from 'react'

import { api } from '#portal/api.ts'
import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'

import { endSession } from './session.ts'

/** R3.7: the server forgets the token, then this browser does, whether or not the server could be reached. */
export default function LogoutScreen() {
  // Coming here is the act; there is no press to hang it on.
  useEffect(() => {
    api('DELETE /customer/session')
      // Signed out here is what the person asked for; a token that the server still knows dies by itself.
      .catch(() => undefined)
      .finally(() => endSession('logout'))
  }, [])
  return <LoadingScreen />
}
