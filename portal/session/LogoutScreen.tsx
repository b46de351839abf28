import { useEffect } from 'react'

import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'
import { endSession } from '#portal/storage/session.ts'

import { signOut } from './sign-out.ts'

/** R3.7. The session ends here whether or not server and provider could be reached. */
export default function LogoutScreen() {
  // Coming here is the act; there is no press to hang it on.
  useEffect(() => void signOut().finally(() => endSession('logout')), [])
  return <LoadingScreen />
}
