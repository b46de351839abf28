/** Runs a sign-in at the identity provider and handles its result (R3.6, R3.10). */

import { useRef, useState } from 'react'

import { messageForStatus } from '#contract/error.ts'
import type { Firebase } from '#contract/identity-provider.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import { useNotices } from '#portal/feedback/notices.tsx'
import type {
  ProviderAccount,
  ProviderError,
  ProviderFailure,
} from '#portal/identity-provider/firebase.ts'
import { storedToken } from '#portal/storage/session.ts'
import { providerText } from '#portal/text/provider.ts'

import { useEnterWith } from './use-enter-with.ts'

/** Starts the provider's sign-in. `release` frees the buttons when the window closes, although an answer may still come. */
type Ask = (release: () => void) => Promise<ProviderAccount>

/**
 * `run` starts a sign-in, unless one is pending. `pending` is the name that `run` got; null when no sign-in blocks the
 * buttons. After `release` a new sign-in may start, and the answer of the earlier one is ignored. If `onFailure` has shown
 * the failure itself, it returns true. Otherwise an alert shows the failure, unless the person closed the window.
 */
export function useProviderSignIn(firebase: Firebase) {
  const notices = useNotices()
  const enter = useEnterWith()
  const [pending, setPending] = useState<string | null>(null)
  const presses = useRef(0)

  async function signIn(
    name: string,
    ask: Ask,
    onFailure: (failure: ProviderFailure) => boolean,
  ): Promise<void> {
    presses.current += 1
    const press = presses.current
    const isLast = () => presses.current === press
    const release = () => {
      if (isLast()) setPending(null)
    }
    setPending(name)
    try {
      const account = await ask(release)
      // Ignore the answer: the person has signed in another way meanwhile.
      if (!isLast() || storedToken() !== undefined) return
      setPending(name)
      await enter(firebase, account)
    } catch (error) {
      if (!isLast()) return
      if (error instanceof RequestFailure) return notices.alert('error', error.message)
      const failure = failureOf(error)
      if (failure !== 'closed' && !onFailure(failure)) {
        notices.alert('error', sentences[failure])
      }
    } finally {
      release()
    }
  }

  return {
    pending,
    run: (
      name: string,
      ask: Ask,
      onFailure: (failure: ProviderFailure) => boolean = () => false,
    ) => {
      if (pending === null) void signIn(name, ask, onFailure)
    },
  }
}

/** The SDK's failure. An error without one means that the chunk did not load: a connection failure (R3.15). */
export function failureOf(error: unknown): ProviderFailure {
  return (error as Partial<ProviderError>).failure ?? 'connection'
}

export const sentences: Record<Exclude<ProviderFailure, 'closed'>, string> = {
  blocked: providerText.blocked,
  connection: providerText.connectionFailed,
  wrong_credentials: providerText.failed,
  wrong_code: providerText.wrong_code,
  expired_code: providerText.expired_code,
  invalid_phone: providerText.invalid_phone,
  too_many_requests: messageForStatus(429),
  other_provider: providerText.other_provider,
  unknown: providerText.failed,
}
