import { queryOptions } from '@tanstack/react-query'

import { api, apiWithoutPrompt } from '#console/client/api.ts'
import { query } from '#console/client/query.ts'

import { linkToken } from './link-token.ts'

/**
 * The person who is signed in. The query opens no prompt over the screen, because the guard leads to the sign-in. The
 * option `retryOnMount` is off, because the route's prefetch has just asked: the layout needs no second refusal.
 */
export const me = queryOptions({
  queryKey: ['GET /admin/me'] as const,
  queryFn: () => apiWithoutPrompt('GET /admin/me'),
  retryOnMount: false,
})

export const sessions = query('GET /admin/session')

/** The invitation of a mailed link. It does not change. */
export const invitation = (token: string) =>
  queryOptions({
    queryKey: ['POST /admin/invitation', token] as const,
    queryFn: () => apiWithoutPrompt('POST /admin/invitation', { body: { token } }),
    staleTime: Infinity,
  })

/** The query of the invitation that an address's fragment names; none without a token. */
export function invitationAt(hash: string) {
  const token = linkToken(hash)
  return token === null ? [] : [invitation(token)]
}

/** The secret of an authenticator that is being added. It is asked for whenever the form appears, because a new factor changes it. */
export const offeredTotp = queryOptions({
  queryKey: ['POST /admin/factor/totp'] as const,
  queryFn: () => api('POST /admin/factor/totp'),
  staleTime: Infinity,
  gcTime: 0,
})
