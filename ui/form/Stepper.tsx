import { Minus, Plus } from 'lucide-react'

import styles from './Stepper.module.css'

type StepperProps = {
  label: string
  less: string
  more: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

/** Changes a small number by one with two thumb-sized buttons. At a limit the button stays and does nothing. */
export function Stepper({ label, less, more, value, min, max, onChange }: StepperProps) {
  return (
    <fieldset className={styles.stepper}>
      <legend className={styles.label}>{label}</legend>
      <div className={styles.steps}>
        <button
          type="button"
          className={styles.step}
          aria-label={less}
          aria-disabled={value <= min}
          onClick={() => value > min && onChange(value - 1)}
        >
          <Minus size={20} aria-hidden="true" />
        </button>
        <output className={styles.value}>{value}</output>
        <button
          type="button"
          className={styles.step}
          aria-label={more}
          aria-disabled={value >= max}
          onClick={() => value < max && onChange(value + 1)}
        >
          <Plus size={20} aria-hidden="true" />
        </button>
      </div>
    </fieldset>
  )
}
