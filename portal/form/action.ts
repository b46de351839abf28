/** Runs a request from one press of a button, without a form. */

import { useState } from 'react'

import { RequestFailure } from '#contract/request/request-failure.ts'
import { useNotices } from '#portal/feedback/notices.tsx'

/**
 * `busy` shows that an action runs. A failure is shown in a modal, except for a 401: the guard handles an ended session
 * (R3.8).
 */
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
