/** The fields that several forms ask a person for. */

import { sexes } from '#contract/customer.ts'
import { text } from '#portal/text/pt-BR.ts'
import { Field } from '#portal/ui/Field.tsx'
import { MaskedField } from '#portal/ui/MaskedField.tsx'
import { date, phone } from '#portal/ui/masks.ts'
import { SelectField } from '#portal/ui/SelectField.tsx'

type ProfileFieldProps = {
  defaultValue?: string | undefined
  error: string | undefined
  onChange?: (typed: string) => void
}

export function EmailField({ defaultValue, error, onChange }: ProfileFieldProps) {
  return (
    <Field
      label={text.register.email}
      name="email"
      type="email"
      autoComplete="email"
      defaultValue={defaultValue}
      error={error}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}

export function PhoneField({ defaultValue, error }: ProfileFieldProps) {
  return (
    <MaskedField
      label={text.settings.phone}
      name="phone"
      type="tel"
      mask={phone}
      autoComplete="tel-national"
      placeholder={text.settings.phone_format}
      defaultValue={defaultValue}
      error={error}
    />
  )
}

export function BirthdateField({ defaultValue, error }: ProfileFieldProps) {
  return (
    <MaskedField
      label={text.register.birthdate}
      name="birthdate"
      mask={date}
      inputMode="numeric"
      autoComplete="bday"
      placeholder={text.register.birthdate_format}
      defaultValue={defaultValue}
      error={error}
    />
  )
}

export function SexField({ defaultValue, error }: ProfileFieldProps) {
  return (
    <SelectField label={text.settings.sex} name="sex" defaultValue={defaultValue} error={error}>
      <option value="">{text.settings.choose}</option>
      {sexes.map((sex) => (
        <option key={sex} value={sex}>
          {text.settings.sexes[sex]}
        </option>
      ))}
    </SelectField>
  )
}
