import { useQuery } from '@tanstack/react-query'

import { useMe } from '#console/session/use-me.ts'

import { suspended } from './queries.ts'

/** The number of suspended requests, for the badges of every screen; 0 for a role that does not see the programme. */
export function useSuspended(): number {
  const { actions } = useMe()
  const { data } = useQuery({ ...suspended, enabled: actions.includes('programme.read') })
  return data?.count ?? 0
}
