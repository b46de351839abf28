import { text } from '#portal/text/pt-BR.ts'

import styles from './LoadingScreen.module.css'

/** R1.4: shown while something loads. It fades in late, because most loads are short. */
export function LoadingScreen() {
  return (
    <main>
      <Loading />
    </main>
  )
}

/** The content of LoadingScreen, for a place inside an existing <main>. */
export function Loading() {
  return (
    <div className={styles.loading}>
      <span className={styles.dots} aria-hidden="true" />
      <h1 className={styles.text}>{text.loading}</h1>
    </div>
  )
}
