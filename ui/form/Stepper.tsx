import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useId } from 'react'

import styles from './Stepper.module.css'

type StepperProps = {
  label: string
  less: string
  more: string
  value: number
  min: number
  max: number
  /** Why the value cannot be smaller than `min`. Screen readers tell it at the limit. */
  minReason: string
  /** Why the value cannot be larger than `max`. Shown at the limit. */
  maxReason: string
  onChange: (value: number) => void
}

/** Changes a small number by one with two thumb-sized buttons. At a limit the button stays, does nothing and has a reason. */
export function Stepper(props: StepperProps) {
  const { label, less, more, value, min, max, minReason, maxReason, onChange } = props
  const [minId, maxId] = [useId(), useId()]
  const [isMin, isMax] = [value <= min, value >= max]
  return (
    <fieldset className={styles.stepper}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.steps}>
        <button
          type="button"
          className={styles.step}
          aria-label={less}
          aria-disabled={isMin}
          aria-describedby={isMin ? minId : undefined}
          onClick={() => !isMin && onChange(value - 1)}
        >
          <Minus size={20} aria-hidden="true" />
        </button>
        <output className={styles.value}>{value}</output>
        <button
          type="button"
          className={styles.step}
          aria-label={more}
          aria-disabled={isMax}
          aria-describedby={isMax ? maxId : undefined}
          onClick={() => !isMax && onChange(value + 1)}
        >
          <Plus size={20} aria-hidden="true" />
        </button>
      </div>
      {/* Hidden, because the number itself shows the lower limit. `aria-describedby` also reads a hidden element to a
          screen reader. */}
      {isMin && (
        <p id={minId} hidden>
          {minReason}
        </p>
      )}
      {isMax && (
        <p id={maxId} className={styles.reason}>
          {maxReason}
        </p>
      )}
    </fieldset>
  )
}
