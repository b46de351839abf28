import { fieldText } from '#console/text/field.ts'
import { contrast, parse } from '#contract/brand/colour.ts'
import { Field } from '#ui/form/Field.tsx'

import type { FieldPartProps } from './field-part.ts'

import own from './field.module.css'

/** WCAG 2.2 AA: the least contrast of text. */
const textContrast = 4.5

/** A colour as text and by the browser's picker, with its contrast to white. */
export function ColourField(part: FieldPartProps) {
  const { label, name, hint, error, value, isNullable, isReadOnly, placeholder, onChange } = part
  const text = typeof value === 'string' ? value : ''
  const isColour = /^#[0-9a-fA-F]{6}$/.test(text)
  return (
    <div className={own.whole}>
      <Field
        label={label}
        name={name}
        error={error}
        hint={hint}
        value={text}
        placeholder={placeholder}
        readOnly={isReadOnly}
        autoComplete="off"
        onChange={(event) => {
          const typed = event.target.value.trim()
          const hex = /^[0-9a-fA-F]{6}$/.test(typed) ? `#${typed}` : typed
          onChange(hex === '' && isNullable ? null : hex)
        }}
        end={
          <input
            type="color"
            className={own.swatch}
            aria-label={fieldText.colour(label)}
            value={isColour ? text.toLowerCase() : '#ffffff'}
            disabled={isReadOnly}
            onChange={(event) => onChange(event.target.value)}
          />
        }
      />
      {isColour && name.endsWith('primary_color') && <ContrastHint colour={text} />}
    </div>
  )
}

function ContrastHint({ colour }: { colour: string }) {
  const ratio = contrast(parse(colour), parse('#ffffff'))
  const shown = ratio.toLocaleString('pt-BR', { maximumFractionDigits: 1 })
  return (
    <p className={own.hint}>
      {fieldText.contrast(shown)} {ratio < textContrast && fieldText.lowContrast}
    </p>
  )
}
