import { type MaskitoOptions, maskitoTransform } from '@maskito/core'
import { useMaskito } from '@maskito/react'

import { Field, type FieldProps } from './Field.tsx'

type MaskedFieldProps = Omit<FieldProps, 'inputRef' | 'defaultValue'> & {
  mask: MaskitoOptions
  /** With its punctuation or without. */
  defaultValue?: string | undefined
}

/** A field that writes the punctuation itself (R4.4). Apart from Field, so that a screen without masks carries none. */
export function MaskedField({ mask, defaultValue = '', ...field }: MaskedFieldProps) {
  return (
    <Field
      {...field}
      defaultValue={maskitoTransform(defaultValue, mask)}
      inputRef={useMaskito({ options: mask })}
    />
  )
}
