import { text } from '#portal/text/pt-BR.ts'

import styles from './LoadingScreen.module.css'

/** R1.4: something is on its way. Seen for a moment only, so it fades in late. */
export function LoadingScreen() {
  return (
    <div className={styles.loading} role="status">
      <span className={styles.dots} aria-hidden="true" />
      <p>{text.loading}</p>
    </div>
  )
}
