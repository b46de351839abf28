import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'

import { apiWithoutPrompt } from '#console/client/api.ts'
import { paths } from '#console/path/paths.ts'

/** Ends the session and forgets all that was read. Without an answer the page forgets it just the same. */
export function useSignOut(): () => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async () => {
    // Without an answer the page ends the session here; the server ends it after 30 minutes without a call.
    await apiWithoutPrompt('DELETE /admin/session').catch(() => undefined)
    await navigate(paths['sign-in'], { replace: true })
    client.clear()
  }
}
