import { useState } from 'react'

import { textOf } from '#console/programme/document/path.ts'
import { unitWords } from '#console/text/field.ts'
import {
  decimalText,
  integerText,
  moneyText,
  parseDecimal,
  parseInteger,
  parseMoney,
} from '#console/value/number-text.ts'
import type { FieldUnit } from '#contract/programme/field-label.ts'
import { Field } from '#ui/form/Field.tsx'

import type { FieldPartProps } from './field-part.ts'

import own from './field.module.css'

type NumberFieldProps = FieldPartProps & { unit: FieldUnit | undefined; isDecimal: boolean }

const forms = {
  money: { parse: parseMoney, show: moneyText },
  integer: { parse: parseInteger, show: integerText },
  decimal: { parse: parseDecimal, show: decimalText },
}

/**
 * A number with thousands, in R$, or with decimals. Text that is no number stays in the document as text, so that it is
 * neither lost nor taken for another number. The contract's check says what is wrong.
 */
export function NumberField({ unit, isDecimal, ...part }: NumberFieldProps) {
  const { value, isNullable, onChange } = part
  const { parse, show } = forms[unit === 'centavos' ? 'money' : isDecimal ? 'decimal' : 'integer']
  // The typed text, such as '1.5' on the way to '1.500'. If an undo changes the value, the value's text replaces it.
  const [typing, setTyping] = useState<{ text: string; value: unknown }>()
  const text = typing && Object.is(typing.value, value) ? typing.text : shownText(value, show)
  function type(typed: string) {
    const next = typed.trim() === '' ? (isNullable ? null : '') : (parse(typed) ?? typed)
    setTyping({ text: typed, value: next })
    onChange(next)
  }
  return (
    <Field
      label={part.label}
      name={part.name}
      hint={part.hint}
      error={part.error}
      readOnly={part.isReadOnly}
      placeholder={part.placeholder}
      value={text}
      inputMode={unit === 'centavos' || isDecimal ? 'decimal' : 'numeric'}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      onBlur={() => setTyping(undefined)}
      end={unit && unitWords[unit] && <span className={own.unit}>{unitWords[unit]}</span>}
    />
  )
}

function shownText(value: unknown, show: (value: number) => string): string {
  if (typeof value === 'number') return show(value)
  return textOf(value)
}
