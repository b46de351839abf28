import { useEffect } from 'react'

import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'
import { endSession } from '#portal/storage/session.ts'

import { signOut } from './sign-out.ts'

/** R3.7. The session ends here even if server and provider cannot be reached. */
export default function LogoutScreen() {
  // An effect, because opening this screen signs out; there is no press.
  useEffect(() => void signOut().finally(() => endSession('logout')), [])
  return <LoadingScreen />
}
