import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ChangeEvent, memo } from 'react'

import { useMe } from '#console/session/use-me.ts'
import { staff } from '#console/staff/queries.ts'
import { useTypedFilter } from '#console/table/use-typed-filter.ts'
import { actGroups, auditText } from '#console/text/audit.ts'
import { actNames } from '#contract/console/audit-names.ts'
import {
  type AuditEntry,
  type AuditFilters,
  auditActions,
  maxAuditWords,
} from '#contract/console/audit.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'

import { entries } from './queries.ts'

import styles from '#console/table/filters.module.css'

type Name = keyof AuditFilters
type FiltersProps = {
  filters: Partial<AuditFilters>
  /** An empty value takes the filter away. */
  onChange: (name: Name, value: string) => void
  onClear: () => void
}

/** Words, kind of act, person and days. */
export const Filters = memo(DrawnFilters)

function DrawnFilters({ filters, onChange, onClear }: FiltersProps) {
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
      <PersonField filters={filters} onChange={set('staff_id')} />
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
            words.clear()
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
  filters: Partial<AuditFilters>
  onChange: (event: ChangeEvent<HTMLSelectElement>) => void
}

function PersonField({ filters, onChange }: PersonProps) {
  const people = usePeople(filters)
  return (
    <SelectField
      label={auditText.person}
      name="staff_id"
      value={filters.staff_id ?? ''}
      onChange={onChange}
    >
      <option value="">{auditText.anyone}</option>
      {people.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

type Person = { id: string; name: string }

/** All staff members for a role that may see the staff, and the people of the loaded entries. */
function usePeople(filters: Partial<AuditFilters>): Person[] {
  const { actions } = useMe()
  const { data: members } = useQuery({ ...staff, enabled: actions.includes('staff.read') })
  const { data: actors } = useInfiniteQuery({ ...entries(filters), select: actorsOf })
  const people = new Map((members ?? []).map(({ id, name }) => [id, name]))
  for (const { id, name } of actors ?? []) if (!people.has(id)) people.set(id, name)
  return [...people].map(([id, name]) => ({ id, name }))
}

/** A page without new people leaves the result as it was, so that nothing is drawn while somebody scrolls. */
function actorsOf({ pages }: InfiniteData<AuditEntry[]>): Person[] {
  const names = new Map<string, string>()
  for (const page of pages) {
    for (const { actor } of page) {
      // The newest entry holds the newest name.
      if (actor.id !== null && !names.has(actor.id)) names.set(actor.id, actor.name)
    }
  }
  return [...names].map(([id, name]) => ({ id, name }))
}
