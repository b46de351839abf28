import styles from './Progress.module.css'

type ProgressProps = {
  /** Names the measured quantity; a screen reader says it before the value. */
  label: string
  /** The value in words. */
  valueText: string
  /** From 0 to 1. */
  ratio: number
}

/** A progress bar. */
export function Progress({ label, valueText, ratio }: ProgressProps) {
  return (
    <progress
      className={styles.progress}
      aria-label={label}
      aria-valuetext={valueText}
      value={ratio}
    />
  )
}
