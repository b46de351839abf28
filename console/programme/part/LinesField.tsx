import { useState } from 'react'

import { elementIdOf, type Path } from '#console/programme/document/path.ts'
import { useField, useForms } from '#console/programme/draft/programme-context.ts'
import { TextArea } from '#console/programme/field/TextArea.tsx'
import { fieldHint } from '#console/text/field-hint.ts'
import { fieldLabel } from '#contract/programme/field-label.ts'
import { isSame } from '#contract/value/json.ts'

/** A list of texts, one a line. */
export function LinesField({ path }: { path: Path }) {
  const { value, set, isReadOnly, field } = useField(path)
  const { mistakes } = useForms()
  const list = Array.isArray(value) ? value.map(String) : []
  // An empty line on the way to the next item is no item.
  const [typed, setTyped] = useState('')
  const text = isSame(linesOf(typed), list) ? typed : list.join('\n')
  const wrong = mistakes.find((one) => one.path.join('/').startsWith(path.join('/')))
  return (
    <div id={elementIdOf(path)}>
      <TextArea
        label={fieldLabel(field)!.label}
        name={path.join('.')}
        hint={fieldHint(field)}
        error={wrong?.sentence}
        readOnly={isReadOnly}
        value={text}
        onChange={(next) => {
          setTyped(next)
          set(linesOf(next))
        }}
      />
    </div>
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
