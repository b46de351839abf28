/** The profile fields that several forms share. */

import { maskitoTransform } from '@maskito/core'
import { useState } from 'react'

import { sexes } from '#contract/customer.ts'
import { hasAreaCode } from '#contract/person/contact.ts'
import { registerText } from '#portal/text/register.ts'
import { settingsText } from '#portal/text/settings.ts'
import { Field } from '#ui/form/Field.tsx'
import { MaskedField } from '#ui/form/MaskedField.tsx'
import { date, phone } from '#ui/form/masks.ts'
import { SelectField } from '#ui/form/SelectField.tsx'

type ProfileFieldProps = {
  defaultValue?: string | undefined
  error: string | undefined
  onChange?: (typed: string) => void
}

export function NameField({
  defaultValue,
  hint,
  error,
}: Pick<ProfileFieldProps, 'defaultValue' | 'error'> & { hint?: string }) {
  return (
    <Field
      label={registerText.name}
      name="name"
      autoComplete="name"
      autoCapitalize="words"
      defaultValue={defaultValue}
      hint={hint}
      error={error}
    />
  )
}

export function EmailField({ defaultValue, error, onChange }: ProfileFieldProps) {
  return (
    <Field
      label={registerText.email}
      name="email"
      type="email"
      autoComplete="email"
      defaultValue={defaultValue}
      error={error}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}

export function PhoneField({ defaultValue = '', error }: ProfileFieldProps) {
  const within = maskitoTransform(defaultValue, phone)
  const [isKnown, setIsKnown] = useState(() => hasAreaCode(within))
  return (
    <MaskedField
      label={settingsText.phone}
      name="phone"
      mask={phone}
      inputMode="tel"
      // `tel-national` is allowed on a text field only; a field of type `tel` allows only `tel`.
      autoComplete="tel-national"
      placeholder={settingsText.phoneFormat}
      defaultValue={defaultValue}
      onInput={({ currentTarget }) => setIsKnown(hasAreaCode(currentTarget.value))}
      hint={isKnown ? undefined : settingsText.checkAreaCode}
      error={error}
    />
  )
}

export function BirthdateField({ defaultValue, error }: ProfileFieldProps) {
  return (
    <MaskedField
      label={registerText.birthdate}
      name="birthdate"
      mask={date}
      inputMode="numeric"
      autoComplete="bday"
      placeholder={registerText.birthdateFormat}
      defaultValue={defaultValue}
      error={error}
    />
  )
}

export function SexField({ defaultValue, error }: ProfileFieldProps) {
  return (
    <SelectField label={settingsText.sex} name="sex" defaultValue={defaultValue} error={error}>
      <option value="">{settingsText.choose}</option>
      {sexes.map((sex) => (
        <option key={sex} value={sex}>
          {settingsText.sexes[sex]}
        </option>
      ))}
    </SelectField>
  )
}
