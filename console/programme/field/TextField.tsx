import { textOf } from '#console/programme/document/path.ts'
import { Field } from '#ui/form/Field.tsx'

import type { FieldPartProps } from './field-part.ts'
import { TextArea } from './TextArea.tsx'

/** Fields whose text has line ends of its own; in the others a line end is a space. */
const withLines = new Set(['faq.items[].answer', 'legal.custom_terms_html'])

type TextFieldProps = FieldPartProps & { isLong: boolean; max?: number | undefined }

/** An empty text is null where the field may be empty. */
export function TextField({ isLong, max, isNullable, onChange, ...part }: TextFieldProps) {
  const { label, name, hint, error, value, isReadOnly, placeholder, onBlur, onFocus } = part
  const text = textOf(value)
  const write = (typed: string) => {
    const next = isLong && !withLines.has(part.field) ? typed.replaceAll(/\r?\n/g, ' ') : typed
    onChange(next === '' && isNullable ? null : next)
  }
  const shared = { label, name, hint, error, readOnly: isReadOnly, placeholder, onBlur, onFocus }
  if (isLong) {
    return <TextArea {...shared} value={text} max={max} onChange={write} />
  }
  return (
    <Field
      {...shared}
      value={text}
      autoComplete="off"
      onChange={(event) => write(event.target.value)}
    />
  )
}
