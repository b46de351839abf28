import { type Doc, elementIdOf, type Path } from '#console/programme/document/path.ts'
import { useField } from '#console/programme/draft/programme-context.ts'
import { SwitchField } from '#console/programme/field/SwitchField.tsx'
import { fieldHint } from '#console/text/field-hint.ts'
import { programmeText } from '#console/text/programme.ts'

import fields from '#console/programme/field/field.module.css'

/** The two fields of the document are one choice: the portal asks only where both are set. */
export function CookieField({ path }: { path: Path }) {
  const { value, error, set, isReadOnly, field } = useField(path)
  const { should_show, active } = (value ?? {}) as Doc
  return (
    <div id={elementIdOf(path)} className={fields.cell} data-wide>
      <SwitchField
        label={programmeText.cookie}
        hint={fieldHint(field)}
        error={error}
        isReadOnly={isReadOnly}
        checked={should_show === true && active === true}
        onChange={(on) => set({ should_show: on, active: on })}
      />
    </div>
  )
}
