/** What one press asks of the server, where there is no form. */

import { useState } from 'react'

import { RequestFailure } from '#portal/client/api.ts'
import { useNotices } from '#portal/feedback/notices.tsx'

/** One at a time. A failure is said in a modal, but for a session that has ended: that is the guard's to say (R3.8). */
export function useAction() {
  const notices = useNotices()
  const [busy, setBusy] = useState(false)

  async function act(
    ask: () => Promise<void>,
    onFailure: (failure: RequestFailure) => void,
  ): Promise<void> {
    setBusy(true)
    try {
      await ask()
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error
      if (error.status !== 401) onFailure(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    run: (
      ask: () => Promise<void>,
      onFailure: (failure: RequestFailure) => void = ({ message }) =>
        notices.alert('error', message),
    ) => void act(ask, onFailure),
  }
}
