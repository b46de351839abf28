import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, memo } from 'react'

import { useMe } from '#console/session/use-me.ts'
import { staff } from '#console/staff/queries.ts'
import { useTypedFilter } from '#console/table/use-typed-filter.ts'
import { actGroups, actNames, auditText } from '#console/text/audit.ts'
import {
  type AuditEntry,
  type AuditFilters,
  auditActions,
  maxAuditWords,
} from '#contract/console/audit.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'

import styles from './audit.module.css'

type Name = keyof AuditFilters
type FiltersProps = {
  filters: Partial<AuditFilters>
  /** The entries on the screen. A role that may not see the staff chooses among the people of these entries. */
  loaded: AuditEntry[]
  /** An empty value takes the filter away. */
  onChange: (name: Name, value: string) => void
  onClear: () => void
}

/** Words, kind of act, person and days. */
export const Filters = memo(DrawnFilters)

function DrawnFilters({ filters, loaded, onChange, onClear }: FiltersProps) {
  const words = useTypedFilter(filters.text ?? '', (text) => onChange('text', text))
  const set =
    (name: Name) =>
    ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange(name, target.value)
  return (
    <search className={styles.filters}>
      <Field
        label={auditText.words}
        name="text"
        type="search"
        value={words.value}
        maxLength={maxAuditWords}
        autoComplete="off"
        onChange={words.onChange}
      />
      <SelectField
        label={auditText.act}
        name="action"
        value={filters.action ?? ''}
        onChange={set('action')}
      >
        <option value="">{auditText.anyAct}</option>
        {groups.map(([group, actions]) => (
          <optgroup key={group} label={actGroups[group] ?? group}>
            {actions.map((action) => (
              <option key={action} value={action}>
                {actNames[action]}
              </option>
            ))}
          </optgroup>
        ))}
      </SelectField>
      <Person value={filters.staff_id ?? ''} loaded={loaded} onChange={set('staff_id')} />
      <Field
        label={auditText.from}
        name="from"
        type="date"
        value={filters.from ?? ''}
        max={filters.to}
        onChange={set('from')}
      />
      <Field
        label={auditText.to}
        name="to"
        type="date"
        value={filters.to ?? ''}
        min={filters.from}
        onChange={set('to')}
      />
      {Object.keys(filters).length > 0 && (
        <Button
          variant="plain"
          onClick={() => {
            words.cancel()
            onClear()
          }}
        >
          {auditText.clear}
        </Button>
      )}
    </search>
  )
}

const groups = [...Map.groupBy(auditActions, (action) => action.split('.')[0]!)]

type PersonProps = {
  value: string
  loaded: AuditEntry[]
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}

function Person({ value, loaded, onChange }: PersonProps) {
  const people = usePeople(loaded)
  return (
    <SelectField label={auditText.person} name="staff_id" value={value} onChange={onChange}>
      <option value="">{auditText.anyone}</option>
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** All staff members for a role that may see the staff; otherwise the people of the entries on the screen. */
function usePeople(loaded: AuditEntry[]): { id: string; name: string }[] {
  const { actions } = useMe()
  const { data } = useQuery({ ...staff, enabled: actions.includes('staff.read') })
  const people = new Map<string, string>()
  for (const { id, name } of data ?? []) people.set(id, name)
  for (const { actor } of loaded) {
    if (actor.id !== null && !people.has(actor.id)) people.set(actor.id, actor.name)
  }
  return [...people].map(([id, name]) => ({ id, name }))
}
