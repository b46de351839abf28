import { useEffect, useState } from 'react'

import { forgetMemberCodeKey } from '#portal/storage/member-code.ts'
import { dropPendingLink } from '#portal/storage/pending-link.ts'
import { forgetSeen } from '#portal/storage/seen.ts'
import {
  type SessionEnd,
  sessionEndOfPage,
  sessionEvent,
  sessionKey,
} from '#portal/storage/session.ts'

export type Session = {
  /** Stable per login: survives token renewal, differs between persons. Undefined for a guest. */
  key: string | undefined
  sessionEnd: SessionEnd | null
}

/** R13.2, R3.10: an error stays visible this long before the screen changes. */
export const errorRedirect_ms = 1000

/** The session of this browser, which other tabs may change, and why the last one ended. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>(() => ({
    key: sessionKey(),
    sessionEnd: sessionEndOfPage(),
  }))

  // An expired cookie fires no event, so the person's data is deleted here too.
  useEffect(() => {
    if (session.key !== undefined) return
    forgetSeen()
    forgetMemberCodeKey()
    dropPendingLink()
  }, [session.key])

  // Cookies fire no change event. So check when the person comes back, and when another tab writes or removes the token's
  // type in localStorage.
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    function onSession() {
      const sessionEnd = sessionEndOfPage()
      clearTimeout(leaving)
      const leave_ms = sessionEnd === null || sessionEnd === 'logout' ? 0 : errorRedirect_ms
      leaving = setTimeout(() => {
        leaving = undefined
        setSession({ key: sessionKey(), sessionEnd })
      }, leave_ms)
    }
    // The reason is null if another tab ended the session. It is 'logout' while a sign-out of this page waits for the server.
    function checkSession() {
      // The session has just ended here; the delayed change is pending.
      if (leaving !== undefined) return
      const key = sessionKey()
      const sessionEnd = sessionEndOfPage()
      setSession((current) => (current.key === key ? current : { key, sessionEnd }))
    }
    // The session may have ended between the first render and this effect. Not so after a logout: its screen deletes the token
    // in an effect that runs before this one, and announces the end only after the server's answer.
    const endOfPage = sessionEndOfPage()
    if (endOfPage !== null && endOfPage !== 'logout') checkSession()
    window.addEventListener(sessionEvent, onSession)
    window.addEventListener('storage', checkSession)
    window.addEventListener('focus', checkSession)
    document.addEventListener('visibilitychange', checkSession)
    return () => {
      clearTimeout(leaving)
      window.removeEventListener(sessionEvent, onSession)
      window.removeEventListener('storage', checkSession)
      window.removeEventListener('focus', checkSession)
      document.removeEventListener('visibilitychange', checkSession)
    }
  }, [])

  return session
}
