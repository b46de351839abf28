import styles from './Progress.module.css'

type ProgressProps = {
  /** What it measures, said by a screen reader before the figure. */
  label: string
  /** The figure in words. */
  valueText: string
  /** From 0 to 1. */
  ratio: number
}

/** How far somebody has come. */
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
