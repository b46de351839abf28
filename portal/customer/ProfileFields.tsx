/** The profile fields that several forms share. */

import { maskitoTransform } from '@maskito/core'
import { useState } from 'react'

import { hasAreaCode } from '#contract/contact.ts'
import { sexes } from '#contract/customer.ts'
import { register_text } from '#portal/text/register.ts'
import { settings_text } from '#portal/text/settings.ts'
import { Field } from '#ui/Field.tsx'
import { MaskedField } from '#ui/MaskedField.tsx'
import { date, phone } from '#ui/masks.ts'
import { SelectField } from '#ui/SelectField.tsx'

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
      label={register_text.name}
      name="name"
      autoComplete="name"
      defaultValue={defaultValue}
      hint={hint}
      error={error}
    />
  )
}

export function EmailField({ defaultValue, error, onChange }: ProfileFieldProps) {
  return (
    <Field
      label={register_text.email}
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
  const [is_known, setIsKnown] = useState(() => hasAreaCode(within))
  return (
    <MaskedField
      label={settings_text.phone}
      name="phone"
      mask={phone}
      inputMode="tel"
      // `tel-national` is allowed on a text field only; a field of type `tel` allows only `tel`.
      autoComplete="tel-national"
      placeholder={settings_text.phone_format}
      defaultValue={defaultValue}
      onInput={({ currentTarget }) => setIsKnown(hasAreaCode(currentTarget.value))}
      hint={is_known ? undefined : settings_text.check_area_code}
      error={error}
    />
  )
}

export function BirthdateField({ defaultValue, error }: ProfileFieldProps) {
  return (
    <MaskedField
      label={register_text.birthdate}
      name="birthdate"
      mask={date}
      inputMode="numeric"
      autoComplete="bday"
      placeholder={register_text.birthdate_format}
      defaultValue={defaultValue}
      error={error}
    />
  )
}

export function SexField({ defaultValue, error }: ProfileFieldProps) {
  return (
    <SelectField label={settings_text.sex} name="sex" defaultValue={defaultValue} error={error}>
      <option value="">{settings_text.choose}</option>
      {sexes.map((sex) => (
        <option key={sex} value={sex}>
          {settings_text.sexes[sex]}
        </option>
      ))}
    </SelectField>
  )
}
