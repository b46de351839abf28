import { useEffect, useState } from 'react'

import { dropPendingLink } from '#portal/storage/pending-link.ts'
import { forgetSeen } from '#portal/storage/seen.ts'
import { session_event, type SessionEnd, sessionKey } from '#portal/storage/session.ts'

export type Session = {
  /** Of who is signed in; another person's is another, and the same through all renewals of a token. */
  key: string | undefined
  session_end: SessionEnd | null
}

/** R13.2: what went wrong stays on the screen for a moment before the screen is left. */
const error_redirect_ms = 1000

/** Who is signed in, also when another tab has changed that, and why the last session ended. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>(() => ({
    key: sessionKey(),
    session_end: null,
  }))

  // A cookie that has run out tells nobody either: what its person saw goes after it.
  useEffect(() => {
    if (session.key !== undefined) return
    forgetSeen()
    dropPendingLink()
  }, [session.key])

  // The cookie belongs to the browser: it tells nobody when it changes, so we look when the person comes back, and when
  // another tab has written or removed the token's type beside it.
  useEffect(() => {
    let leaving: ReturnType<typeof setTimeout> | undefined
    function onSession(event: Event) {
      const session_end = (event as CustomEvent<SessionEnd | null>).detail
      clearTimeout(leaving)
      const leave_ms = session_end === null || session_end === 'logout' ? 0 : error_redirect_ms
      leaving = setTimeout(() => {
        leaving = undefined
        setSession({ key: sessionKey(), session_end })
      }, leave_ms)
    }
    function look() {
      // It has just ended here, and the screen is about to be left.
      if (leaving !== undefined) return
      const key = sessionKey()
      setSession((known) => (known.key === key ? known : { key, session_end: null }))
    }
    window.addEventListener(session_event, onSession)
    window.addEventListener('storage', look)
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(leaving)
      window.removeEventListener(session_event, onSession)
      window.removeEventListener('storage', look)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])

  return session
}
