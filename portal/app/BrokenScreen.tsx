import { text } from '#portal/text/pt-BR.ts'
import { Button } from '#ui/Button.tsx'
import { ScreenTitle } from '#ui/ScreenTitle.tsx'

import styles from './StateScreen.module.css'

/**
 * A screen that could not be shown. Usually its chunk did not load, because the network failed or a newer version replaced
 * it. A reload gets the current version. This screen is in the first chunk, so it needs no further load.
 */
export function BrokenScreen() {
  return (
    <div className={styles.state}>
      <ScreenTitle>{text.state.screenFailed}</ScreenTitle>
      <p className={styles.text}>{text.state.tryAgain}</p>
      <Button onClick={() => location.reload()}>{text.retry}</Button>
    </div>
  )
}
