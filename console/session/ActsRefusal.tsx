import { useId } from 'react'

import type { StaffAction } from '#contract/console/staff.ts'

import { useRefusal } from './use-me.ts'

import styles from './ActsRefusal.module.css'

/** Why this role may press none of a list's buttons: the props of each button, and the sentence that all of them share. */
export type ActsRefusal = { disabledReason: string; reasonId: string; title: string }

/** Undefined: this role may. `title` is the tooltip of a button that is far below the sentence. */
export function useActsRefusal(action: StaffAction): ActsRefusal | undefined {
  const reason = useRefusal(action)
  const reasonId = useId()
  return reason === undefined ? undefined : { disabledReason: reason, reasonId, title: reason }
}

type ActsRefusalTextProps = { refusal: ActsRefusal | undefined; acts: string }

/** The sentence above the list: what this role can do here, and which role can do the rest. */
export function ActsRefusalText({ refusal, acts }: ActsRefusalTextProps) {
  if (!refusal) return null
  return (
    <p className={styles.text} id={refusal.reasonId}>
      {acts} {refusal.disabledReason}
    </p>
  )
}
