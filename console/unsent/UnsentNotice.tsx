import { unsentText } from '#console/text/unsent.ts'
import { Button } from '#ui/Button.tsx'

import styles from './UnsentNotice.module.css'

type UnsentNoticeProps = { isShown: boolean; onDiscard: () => void }

/** Says that the form holds what was typed before its sheet was closed, and offers to begin anew. */
export function UnsentNotice({ isShown, onDiscard }: UnsentNoticeProps) {
  if (!isShown) return null
  return (
    <div className={styles.notice}>
      <p>{unsentText.isBack}</p>
      <Button variant="plain" onClick={onDiscard}>
        {unsentText.discard}
      </Button>
    </div>
  )
}
