/** The password fields, each with a button that reveals the value. */

import { useState } from 'react'

import type { Messages } from '#portal/form/form.ts'
import { loginText } from '#portal/text/login.ts'
import { passwordText } from '#portal/text/password.ts'
import { PasswordField } from '#ui/form/PasswordField.tsx'

import { passwordStrength } from './password-strength.ts'

const reveal = { show: loginText.showPassword, hide: loginText.hidePassword }

type CurrentPasswordProps = { messages: Messages; hint?: string }

export function CurrentPassword({ messages, hint }: CurrentPasswordProps) {
  return (
    <PasswordField
      {...reveal}
      label={passwordText.current}
      name="current_password"
      autoComplete="current-password"
      hint={hint}
      error={messages['current_password']}
    />
  )
}

type AskedPasswordProps = CurrentPasswordProps & {
  /** Whether the form knows that the call needs the password. */
  isAsked: boolean
}

/** The current password, shown as soon as the form or the API asks for it. It then stays while the person types. */
export function AskedPassword({ isAsked, ...props }: AskedPasswordProps) {
  const [wasAsked, setWasAsked] = useState(false)
  if (props.messages['current_password'] !== undefined && !wasAsked) setWasAsked(true)
  return isAsked || wasAsked ? <CurrentPassword {...props} /> : null
}

type NewPasswordProps = { label: string; confirmationLabel: string; messages: Messages }

/** Typed twice, because the value is hidden (R5.6). It shows the password's strength, but accepts any. */
export function NewPassword({ label, confirmationLabel, messages }: NewPasswordProps) {
  const [typed, setTyped] = useState('')
  return (
    <>
      <PasswordField
        {...reveal}
        label={label}
        name="password"
        autoComplete="new-password"
        hint={typed === '' ? passwordText.length : passwordText[passwordStrength(typed)]}
        error={messages['password']}
        onChange={(event) => setTyped(event.target.value)}
      />
      <PasswordField
        {...reveal}
        label={confirmationLabel}
        name="password_confirmation"
        autoComplete="new-password"
        error={messages['password_confirmation']}
      />
    </>
  )
}
