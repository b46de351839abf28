import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import { Field, type FieldProps } from './Field.tsx'

import styles from './Field.module.css'

type PasswordFieldProps = Omit<FieldProps, 'type' | 'end'> & { show: string; hide: string }

/** A password, and a button that shows what was typed. `show` and `hide` are its names. */
export function PasswordField({ show, hide, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field
      {...field}
      type={shown ? 'text' : 'password'}
      // On a password it is no attribute, and no keyboard begins one with a capital.
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
