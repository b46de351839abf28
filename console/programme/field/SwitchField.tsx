import { Switch } from '#ui/form/Switch.tsx'

import own from './field.module.css'

type SwitchFieldProps = {
  label: string
  hint?: string | undefined
  error?: string | undefined
  checked: boolean
  isReadOnly: boolean
  onChange: (checked: boolean) => void
}

export function SwitchField({
  label,
  hint,
  error,
  checked,
  isReadOnly,
  onChange,
}: SwitchFieldProps) {
  return (
    <div className={own.switch}>
      <div>
        <p className={own.switchLabel}>{label}</p>
        {hint && <p className={own.hint}>{hint}</p>}
        {error && <p className={own.error}>{error}</p>}
      </div>
      <Switch label={label} checked={checked} busy={isReadOnly} onChange={onChange} />
    </div>
  )
}
