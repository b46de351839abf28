/** The props that every kind of field gets from the document. */
export type FieldPartProps = {
  /** 'prizes[].value' */
  field: string
  label: string
  name: string
  hint: string | undefined
  error: string | undefined
  value: unknown
  isNullable: boolean
  isReadOnly: boolean
  placeholder: string | undefined
  onChange: (value: unknown) => void
  onFocus?: (() => void) | undefined
  onBlur?: (() => void) | undefined
}
