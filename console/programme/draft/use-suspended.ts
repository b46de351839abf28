import { useQuery } from '@tanstack/react-query'

import { useMe } from '#console/session/use-me.ts'

import { suspendedCount } from './blocked.ts'
import * as queries from './queries.ts'

/** The number of suspended requests, for the badges of every screen; 0 for a role that does not see the programme. */
export function useSuspended(): number {
  const { actions } = useMe()
  const { data } = useQuery({
    ...queries.programme,
    enabled: actions.includes('programme.read'),
    select: (programme) => (programme ? suspendedCount(programme) : 0),
  })
  return data ?? 0
}
