import { useQuery } from '@tanstack/react-query'

import { rolesSentence, shellText } from '#console/text/shell.ts'
import { mayDo, type Me, type StaffAction, staffActions } from '#contract/console/staff.ts'

import { me } from './queries.ts'

/** The signed-in person. Use it only within StaffLayout, which waits for the answer. */
export function useMe(): Me {
  const { data } = useQuery(me)
  if (!data) throw new Error('a screen was shown before it was known who is here')
  return data
}

/** Returns why a role may not do the action, for a button's `disabledReason`; undefined if it may. */
export function useRefusal(action: StaffAction): string | undefined {
  const { staff } = useMe()
  return mayDo(staff.role, action)
    ? undefined
    : shellText.mayDo(rolesSentence(staffActions[action]))
}
