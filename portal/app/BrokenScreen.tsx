import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#ui/Button.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import styles from './StateScreen.module.css'

/**
 * A screen that could not be shown: most often its chunk did not come, because the network went or a newer version took
 * its place. A new page brings what is there now; this one stands in the first chunk, so that it needs nothing more.
 */
export function BrokenScreen() {
  return (
    <div className={styles.state}>
      <ScreenTitle>{text.state.screen_failed}</ScreenTitle>
      <p className={styles.text}>{text.state.try_again}</p>
      <Button onClick={() => location.reload()}>{text.retry}</Button>
    </div>
  )
}
