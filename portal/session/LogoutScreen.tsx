import { useEffect } from 'react'
import { useLocation } from 'wouter'

import { LoadingScreen } from '#portal/company/LoadingScreen.tsx'
import { pathTo } from '#portal/path/paths.ts'
import { announceLogout } from '#portal/storage/session.ts'

import { signOut } from './sign-out.ts'

/**
 * R3.7. The session ends here even if server and provider cannot be reached. If another tab begins a session meanwhile, this
 * one opens its home.
 */
export default function LogoutScreen() {
  const [, navigate] = useLocation()
  // An effect, because opening this screen signs out; there is no press.
  useEffect(() => {
    let isShown = true
    void signOut().finally(() => {
      // The end is announced also if the person has left this screen meanwhile, by going back.
      const isOut = announceLogout()
      if (!isOut && isShown) navigate(pathTo('home'), { replace: true })
    })
    return () => void (isShown = false)
  }, [navigate])
  return <LoadingScreen />
}
