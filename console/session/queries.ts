import { queryOptions } from '@tanstack/react-query'

import { apiWithoutPrompt } from '#console/client/api.ts'
import { query } from '#console/client/query.ts'

/** GET /admin/me. Without a question over the screen: StaffLayout redirects to the sign-in. */
export const me = queryOptions({
  queryKey: ['GET /admin/me'] as const,
  queryFn: () => apiWithoutPrompt('GET /admin/me'),
})

export const sessions = query('GET /admin/session')
