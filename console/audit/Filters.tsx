import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, memo, useEffect, useState } from 'react'

import { useMe } from '#console/session/use-me.ts'
import { staff } from '#console/staff/queries.ts'
import { actGroups, actNames, auditText } from '#console/text/audit.ts'
import { type AuditEntry, type AuditFilters, auditActions } from '#contract/console/audit.ts'
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
}

/** Words, kind of act, person and days. */
export const Filters = memo(DrawnFilters)

function DrawnFilters({ filters, loaded, onChange }: FiltersProps) {
  const people = usePeople(loaded)
  const names = Object.keys(filters) as Name[]
  const set = (name: Name) => (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
    onChange(name, event.target.value)
  return (
    <search className={styles.filters}>
      <Words
        // The key changes when the filter is cleared elsewhere, so that the field is empty again.
        key={filters.text === undefined ? 'empty' : 'filled'}
        text={filters.text ?? ''}
        onChange={(text) => onChange('text', text)}
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
      <SelectField
        label={auditText.person}
        name="staff_id"
        value={filters.staff_id ?? ''}
        onChange={set('staff_id')}
      >
        <option value="">{auditText.anyone}</option>
        {people.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
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
      {names.length > 0 && (
        <Button variant="plain" onClick={() => names.forEach((name) => onChange(name, ''))}>
          {auditText.clear}
        </Button>
      )}
    </search>
  )
}

const groups = [...Map.groupBy(auditActions, (action) => action.split('.')[0]!)]

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

/** The typed words filter the list after this time without another key press. */
const pause_ms = 300

function Words({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text)
  // Typing ends without an event.
  useEffect(() => {
    if (typed.trim() === text) return undefined
    const timer = setTimeout(() => onChange(typed.trim()), pause_ms)
    return () => clearTimeout(timer)
  }, [typed, text, onChange])
  return (
    <Field
      label={auditText.words}
      name="text"
      type="search"
      value={typed}
      autoComplete="off"
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
