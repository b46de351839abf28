import { type MaskitoOptions, maskitoTransform } from '@maskito/core'
import { useMaskito } from '@maskito/react'

import { Field, type FieldProps } from './Field.tsx'

type MaskedFieldProps = Omit<FieldProps, 'inputRef' | 'defaultValue'> & {
  mask: MaskitoOptions
  /** With or without punctuation. */
  defaultValue?: string | undefined
}

/**
 * A field that adds the punctuation (R4.4). Separate from Field, so that a screen without masks does not load the mask
 * library.
 */
export function MaskedField({ mask, defaultValue = '', ...field }: MaskedFieldProps) {
  return (
    <Field
      {...field}
      defaultValue={maskitoTransform(defaultValue, mask)}
      inputRef={useMaskito({ options: mask })}
    />
  )
}
