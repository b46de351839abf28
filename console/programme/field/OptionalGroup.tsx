import type { ReactNode } from 'react'

import { toast } from '#console/feedback/toasts.tsx'
import { elementIdOf, type Path } from '#console/programme/document/path.ts'
import { useField, useForms } from '#console/programme/draft/programme-context.ts'
import { fieldHint } from '#console/text/field-hint.ts'
import { fieldText } from '#console/text/field.ts'
import { fieldLabel } from '#contract/programme/field-label.ts'

import { SwitchField } from './SwitchField.tsx'

import own from './field.module.css'

type OptionalGroupProps = {
  path: Path
  /** The value of the group when it is switched on. */
  first: unknown
  children: ReactNode
}

/** A part of the document that a company may leave out as a whole. */
export function OptionalGroup({ path, first, children }: OptionalGroupProps) {
  const { value, error, set, isReadOnly, field } = useField(path)
  const { store } = useForms()
  const { label } = fieldLabel(field)!
  const isOn = value !== null && value !== undefined
  return (
    <div id={elementIdOf(path)} className={own.group}>
      <SwitchField
        label={label}
        hint={fieldHint(field)}
        error={error}
        checked={isOn}
        isReadOnly={isReadOnly}
        onChange={(on) => {
          set(on ? first : null)
          if (!on) toast(fieldText.list.cleared(label), store.undo)
        }}
      />
      {isOn && children}
    </div>
  )
}
