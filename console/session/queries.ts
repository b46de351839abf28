import { queryOptions } from '@tanstack/react-query'

import { api, apiWithoutPrompt } from '#console/client/api.ts'
import { query } from '#console/client/query.ts'
import { paths } from '#console/path/paths.ts'
import type { Me } from '#contract/console/staff.ts'

import { linkToken } from './link-token.ts'

/**
 * The person who is signed in. If somebody else has signed in in another tab, the page loads anew: its screens, and what was typed into
 * them, are the first person's. The query opens no prompt over the screen, because the guard leads to the sign-in. The
 * option `retryOnMount` is off, because the route's prefetch has just asked: the layout needs no second refusal.
 */
export const me = queryOptions({
  queryKey: ['GET /admin/me'] as const,
  queryFn: async ({ client, queryKey }): Promise<Me> => {
    const found = await apiWithoutPrompt('GET /admin/me')
    const shown = client.getQueryData<Me>(queryKey)
    if (!shown || shown.staff.id === found.staff.id) return found
    window.location.replace(paths.home)
    // Until the page has gone it shows the first person, for whom the server refuses every call.
    return new Promise(() => undefined)
  },
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
