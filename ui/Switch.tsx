import styles from './Switch.module.css'

type SwitchProps = {
  label: string
  checked: boolean
  /** A turn is under way: it takes no second. */
  busy: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox that acts at once. Its label says what, a screen reader that it is a switch. */
export function Switch({ label, checked, busy, onChange }: SwitchProps) {
  return (
    <input
      type="checkbox"
      // A checkbox tells its own state: HTML allows it no `aria-checked`, which oxlint would ask for (.oxlintrc.json).
      role="switch"
      className={styles.switch}
      aria-label={label}
      aria-busy={busy}
      checked={checked}
      onChange={(event) => !busy && onChange(event.target.checked)}
    />
  )
}
