import { elementIdOf, type Path } from '#console/programme/document/path.ts'
import { useField, useValue } from '#console/programme/draft/programme-context.ts'
import { fieldHint } from '#console/text/field-hint.ts'
import { fieldLabel, fieldUnit } from '#contract/programme/field-label.ts'
import { Field } from '#ui/form/Field.tsx'

import { type Choice, ChoiceField } from './ChoiceField.tsx'
import { ColourField } from './ColourField.tsx'
import type { FieldPartProps } from './field-part.ts'
import { NumberField } from './NumberField.tsx'
import { PictureField } from './PictureField.tsx'
import { type Shape, shapeOf } from './shape.ts'
import { SwitchField } from './SwitchField.tsx'
import { TextField } from './TextField.tsx'

import own from './field.module.css'

type ProgrammeFieldProps = {
  path: Path
  /** The values that the document offers: its levels, its prizes. */
  choices?: Choice[] | undefined
  onFocus?: () => void
  onBlur?: () => void
}

/** One field of the document: its kind is the contract's, its name and unit those of field-label.ts. */
export function ProgrammeField({ path, choices, onFocus, onBlur }: ProgrammeFieldProps) {
  const { set, field, ...state } = useField(path)
  const shape = shapeOf(field)
  const { label, none } = fieldLabel(field)!
  const item = useValue(path.slice(0, -1)) as { type?: unknown } | undefined
  const part: FieldPartProps = {
    ...state,
    field,
    label,
    name: path.join('.'),
    hint: fieldHint(field),
    isNullable: shape.isNullable,
    placeholder: none,
    onChange: set,
    onFocus,
    onBlur,
  }
  return (
    <div id={elementIdOf(path)} className={own.cell} data-wide={isWide(shape, field)}>
      {choices ? (
        <ChoiceField {...part} choices={choices} />
      ) : (
        <OwnKind part={part} shape={shape} unit={fieldUnit(field, item ?? {})} />
      )}
    </div>
  )
}

/** Fields that span both columns of a form. */
function isWide({ kind }: Shape, field: string): boolean {
  return kind === 'picture' || kind === 'switch' || fieldLabel(field)?.article !== undefined
}

type OwnKindProps = { part: FieldPartProps; shape: Shape; unit: ReturnType<typeof fieldUnit> }

function OwnKind({ part, shape, unit }: OwnKindProps) {
  const { label, hint, error, value, isReadOnly, onChange } = part
  switch (shape.kind) {
    case 'switch':
      return (
        <SwitchField {...{ label, hint, error, isReadOnly, onChange }} checked={value === true} />
      )
    case 'choice': {
      const words = fieldLabel(part.field)!.words ?? {}
      const choices = shape.options.map((one) => ({ value: one, label: words[one] ?? one }))
      return <ChoiceField {...part} choices={choices} />
    }
    case 'integer':
    case 'decimal':
      return <NumberField {...part} unit={unit} isDecimal={shape.kind === 'decimal'} />
    case 'date':
      return <DateField {...part} />
    case 'colour':
      return <ColourField {...part} />
    case 'picture':
      return <PictureField {...part} />
    default: {
      const isLong = fieldLabel(part.field)!.article !== undefined
      return <TextField {...part} isLong={isLong} max={shape.max} />
    }
  }
}

function DateField({
  label,
  name,
  hint,
  error,
  value,
  isNullable,
  isReadOnly,
  onChange,
}: FieldPartProps) {
  return (
    <Field
      {...{ label, name, hint, error }}
      type="date"
      readOnly={isReadOnly}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.target.value || (isNullable ? null : ''))}
    />
  )
}
