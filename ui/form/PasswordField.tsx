import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'

import { Field, type FieldProps } from './Field.tsx'

import styles from './Field.module.css'

type PasswordFieldProps = Omit<FieldProps, 'type' | 'end'> & { show: string; hide: string }

/** A password with a button that reveals it. `show` and `hide` are the button's labels. */
export function PasswordField({ show, hide, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      // Invalid on a password field, where no keyboard capitalises anyway.
      autoCapitalize={shown ? 'none' : undefined}
      spellCheck={false}
      end={
        <button
          type="button"
          className={styles.reveal}
          aria-label={shown ? hide : show}
          onClick={() => setShown(!shown)}
        >
          <Icon size={20} aria-hidden="true" />
        </button>
      }
    />
  )
}
