import { text } from '#portal/text/pt-BR.ts'

import styles from './LoadingScreen.module.css'

/** R1.4: something is on its way. Seen for a moment only, so it fades in late. */
export function LoadingScreen() {
  return (
    <main>
      <Loading />
    </main>
  )
}

/** The same where there is a <main> already. */
export function Loading() {
  return (
    <div className={styles.loading}>
      <span className={styles.dots} aria-hidden="true" />
      <h1 className={styles.text}>{text.loading}</h1>
    </div>
  )
}
