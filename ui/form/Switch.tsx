import styles from './Switch.module.css'

type SwitchProps = {
  label: string
  checked: boolean
  /** A change is in progress, and the switch ignores another one. */
  busy: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox that acts at once. A screen reader announces it as a switch. */
export function Switch({ label, checked, busy, onChange }: SwitchProps) {
  return (
    <input
      type="checkbox"
      // A checkbox reports its own state: HTML allows no `aria-checked` here, although oxlint asks for one
      // (.oxlintrc.json).
      role="switch"
      className={styles.switch}
      aria-label={label}
      aria-busy={busy}
      checked={checked}
      onChange={(event) => !busy && onChange(event.target.checked)}
    />
  )
}
