import { textOf } from '#console/programme/document/path.ts'
import { fieldText } from '#console/text/field.ts'
import { SelectField } from '#ui/form/SelectField.tsx'

import type { FieldPartProps } from './field-part.ts'

import own from './field.module.css'

export type Choice = { value: string; label: string }

type ChoiceFieldProps = FieldPartProps & { choices: Choice[] }

/** A field with one value of a list. A value that is no longer in the list stays and is marked. */
export function ChoiceField({ choices, ...part }: ChoiceFieldProps) {
  const { label, name, hint, error, value, isNullable, isReadOnly, placeholder, onChange } = part
  const chosen = textOf(value)
  const isKnown = choices.some((choice) => choice.value === chosen)
  return (
    <div className={own.whole}>
      <SelectField
        label={label}
        name={name}
        error={error}
        value={chosen}
        disabled={isReadOnly}
        onChange={(event) => {
          const next = event.target.value
          onChange(next === '' && isNullable ? null : next)
        }}
      >
        {(isNullable || chosen === '') && (
          <option value="">
            {placeholder ?? (isNullable ? fieldText.none : fieldText.choose)}
          </option>
        )}
        {chosen !== '' && !isKnown && <option value={chosen}>{fieldText.unknown(chosen)}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </SelectField>
      {hint && <p className={own.hint}>{hint}</p>}
    </div>
  )
}
