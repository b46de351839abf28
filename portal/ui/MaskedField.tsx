import type { MaskitoOptions } from '@maskito/core'
import { useMaskito } from '@maskito/react'

import { Field, type FieldProps } from './Field.tsx'

/** A field that writes the punctuation itself (R4.4). Apart from Field, so that a screen without masks carries none. */
export function MaskedField({
  mask,
  ...field
}: Omit<FieldProps, 'inputRef'> & { mask: MaskitoOptions }) {
  return <Field {...field} inputRef={useMaskito({ options: mask })} />
}
