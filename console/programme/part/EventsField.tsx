import { elementIdOf, type Path } from '#console/programme/document/path.ts'
import { useField } from '#console/programme/draft/programme-context.ts'
import { shapeOf } from '#console/programme/field/shape.ts'
import { SwitchField } from '#console/programme/field/SwitchField.tsx'
import { fieldText } from '#console/text/field.ts'
import { fieldLabel } from '#contract/programme/field-label.ts'

import styles from './part.module.css'

/** The types of events that a webhook gets: all, or chosen ones. */
export function EventsField({ path }: { path: Path }) {
  const { value, error, set, isReadOnly, field } = useField(path)
  const all = shapeOf(`${field}[]`).options
  const chosen = Array.isArray(value) ? value.map(String) : all
  return (
    <fieldset id={elementIdOf(path)} className={styles.events} disabled={isReadOnly}>
      <legend className={styles.legend}>{fieldLabel(field)!.label}</legend>
      <SwitchField
        label={fieldText.allEvents}
        error={error}
        isReadOnly={isReadOnly}
        checked={!Array.isArray(value)}
        onChange={(on) => set(on ? null : all)}
      />
      {Array.isArray(value) &&
        all.map((type) => (
          <label key={type} className={styles.event}>
            <input
              type="checkbox"
              checked={chosen.includes(type)}
              onChange={(event) =>
                set(
                  all.filter((one) => (one === type ? event.target.checked : chosen.includes(one))),
                )
              }
            />
            {fieldText.events[type] ?? type}
          </label>
        ))}
    </fieldset>
  )
}
