import styles from './Progress.module.css'

type ProgressProps = {
  /** What it measures, said by a screen reader before the figure. */
  label: string
  /** The figure in words. */
  valueText: string
  /** From 0 to 1. */
  ratio: number
  /** Of the bar, where it is not the brand's. */
  color?: string | undefined
}

/** How far somebody has come. */
export function Progress({ label, valueText, ratio, color }: ProgressProps) {
  const percent = Math.round(ratio * 100)
  return (
    <div
      role="progressbar"
      className={styles.track}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={valueText}
    >
      <div className={styles.bar} style={{ width: `${percent}%`, background: color }} />
    </div>
  )
}
