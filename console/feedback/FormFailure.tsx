import styles from './FormFailure.module.css'

/** The sentence of a failure that concerns no field. Always rendered, so that a screen reader announces it. */
export function FormFailure({ text }: { text: string | undefined }) {
  return (
    <div role="alert" className={styles.place}>
      {text && <p className={styles.failure}>{text}</p>}
    </div>
  )
}
