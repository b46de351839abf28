import { shellText } from '#console/text/shell.ts'
import { isServerBusy } from '#contract/request/request-failure.ts'
import { Button } from '#ui/Button.tsx'

import styles from './LoadFailure.module.css'

/** Shows why data could not be read, with a button that tries again. */
export function LoadFailure({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div className={styles.failure} role="alert">
      <p className={styles.title}>{shellText.failed}</p>
      <p>{isServerBusy(error) ? shellText.busy : error.message}</p>
      <Button variant="quiet" onClick={retry}>
        {shellText.retry}
      </Button>
    </div>
  )
}
