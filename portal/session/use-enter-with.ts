import { useLocation, useSearch } from 'wouter'

import type { Firebase } from '#contract/identity-provider.ts'
import { RequestFailure } from '#contract/request/request-failure.ts'
import type { ProviderAccount } from '#portal/identity-provider/firebase.ts'
import { leaveProvider } from '#portal/identity-provider/leave-provider.ts'
import { pathTo } from '#portal/path/paths.ts'

import { enterWith } from './enter.ts'
import { errorRedirect_ms } from './use-session.ts'

/**
 * Begins the session of a person who has signed in at the identity provider. If Fiel refuses, the person is signed out there
 * too. If another account has the email, the login then asks for that account's password (R3.10). Throws RequestFailure for
 * every other refusal.
 */
export function useEnterWith(): (firebase: Firebase, account: ProviderAccount) => Promise<void> {
  const query = useSearch()
  const [, navigate] = useLocation()
  return async (firebase, account) => {
    try {
      await enterWith(firebase, account)
    } catch (error) {
      await leaveProvider(firebase)
      if (!(error instanceof RequestFailure) || error.type !== 'used_email') throw error
      await new Promise((resolve) => setTimeout(resolve, errorRedirect_ms))
      navigate(usedEmailPath(query, account.email))
    }
  }
}

/** The login's address, with the email to use instead (R3.10) and the original redirect. */
function usedEmailPath(query: string, email: string | null): string {
  return pathTo(
    'login',
    {},
    {
      redirect: new URLSearchParams(query).get('redirect') ?? undefined,
      firebaseEmailExistent: 'true',
      firebaseEmail: email ?? '',
    },
  )
}
