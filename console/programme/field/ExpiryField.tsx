import { type Doc, elementIdOf, type Path } from '#console/programme/document/path.ts'
import { useField } from '#console/programme/draft/programme-context.ts'
import { fieldHint } from '#console/text/field-hint.ts'
import { fieldText } from '#console/text/field.ts'
import { fieldLabel } from '#contract/programme/field-label.ts'

import { ChoiceField } from './ChoiceField.tsx'
import { NumberField } from './NumberField.tsx'

import own from './field.module.css'

const words = fieldText.expiry
const forms = {
  never: { label: words.never, value: null },
  days: { label: words.days, value: { days: 365 } },
  months: { label: words.months, value: { months: 12 } },
  endOfMonth: { label: words.endOfMonth, value: { end_of: 'MONTH' } },
  endOfYear: { label: words.endOfYear, value: { end_of: 'YEAR' } },
}
type Form = keyof typeof forms

/** The validity of points: never, after a time, or at the end of the month or year (of a rule alone). */
export function ExpiryField({ path }: { path: Path }) {
  const { value, error, set, isReadOnly, field } = useField(path)
  const form = formOf(value)
  const choices = (Object.keys(forms) as Form[])
    .filter((one) => field.startsWith('calculation_rules') || !one.startsWith('end'))
    .map((one) => ({ value: one, label: forms[one].label }))
  const part = { field, name: path.join('.'), isReadOnly, placeholder: undefined }
  const unit = form === 'days' || form === 'months' ? form : undefined
  return (
    <div id={elementIdOf(path)} className={own.whole}>
      <ChoiceField
        {...part}
        label={fieldLabel(field)!.label}
        hint={fieldHint(field)}
        error={unit ? undefined : error}
        isNullable={false}
        value={form}
        choices={choices}
        onChange={(next) => set(forms[next as Form].value)}
      />
      {unit && <Amount path={[...path, unit]} unit={unit} error={error} />}
    </div>
  )
}

function Amount({
  path,
  unit,
  error,
}: {
  path: Path
  unit: 'days' | 'months'
  error?: string | undefined
}) {
  const part = useField(path)
  return (
    <div id={elementIdOf(path)}>
      <NumberField
        {...part}
        name={path.join('.')}
        label={words.amount[unit]}
        hint={undefined}
        error={part.error ?? error}
        isNullable={false}
        isDecimal={false}
        unit={unit}
        placeholder={undefined}
        onChange={part.set}
      />
    </div>
  )
}

function formOf(value: unknown): Form {
  const fields = (value ?? {}) as Doc
  if ('days' in fields) return 'days'
  if ('months' in fields) return 'months'
  if (fields['end_of'] === 'YEAR') return 'endOfYear'
  return fields['end_of'] === 'MONTH' ? 'endOfMonth' : 'never'
}
