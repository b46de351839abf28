import { useEffect, useState } from 'react'

import { session_event, type SessionEnd, storedToken } from './session.ts'

export type Session = { signed_in: boolean; session_end: SessionEnd | null }

/** Whether somebody is signed in, also when another tab has changed that, and why the last session ended. */
export function useSession(): Session {
  const [session, setSession] = useState<Session>(() => ({
    signed_in: storedToken() !== undefined,
    session_end: null,
  }))

  // The cookie belongs to the browser: it tells nobody when it changes, so we look when the person comes back.
  useEffect(() => {
    function onSession(event: Event) {
      setSession({
        signed_in: storedToken() !== undefined,
        session_end: (event as CustomEvent<SessionEnd | null>).detail,
      })
    }
    function onReturn() {
      const signed_in = storedToken() !== undefined
      setSession((known) =>
        known.signed_in === signed_in ? known : { signed_in, session_end: null },
      )
    }
    window.addEventListener(session_event, onSession)
    window.addEventListener('focus', onReturn)
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      window.removeEventListener(session_event, onSession)
      window.removeEventListener('focus', onReturn)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [])

  return session
}
