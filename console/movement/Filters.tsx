import { useQuery } from '@tanstack/react-query'
import { type ChangeEvent, memo } from 'react'

import { movementText } from '#console/text/movement.ts'
import {
  type MovementFilters,
  movementKindNames,
  movementKinds,
} from '#contract/console/movement.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'

import { choices } from './queries.ts'

import styles from '#console/table/filters.module.css'

type Name = keyof MovementFilters
type FiltersProps = {
  filters: Partial<MovementFilters>
  /** An empty value takes a filter away. */
  onChange: (values: { [name in Name]?: string }) => void
  /** The masked name of the filter's customer; undefined: not known yet. */
  customer: string | undefined
  onClear: () => void
}

/** Kind, shop, who, days, and the customer whom a movement's sheet has chosen. */
export const Filters = memo(DrawnFilters)

function DrawnFilters({ filters, customer, onChange, onClear }: FiltersProps) {
  const { kind, from, to, customer_id } = filters
  const set =
    (name: Name) =>
    ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ [name]: target.value })
  return (
    <search className={styles.filters}>
      <SelectField label={movementText.kind} name="kind" value={kind ?? ''} onChange={set('kind')}>
        <option value="">{movementText.anyKind}</option>
        {movementKinds.map((one) => (
          <option key={one} value={one}>
            {movementKindNames[one]}
          </option>
        ))}
      </SelectField>
      <ChoiceFields filters={filters} onChange={onChange} />
      <Field
        label={movementText.from}
        name="from"
        type="date"
        value={from ?? ''}
        max={to}
        onChange={set('from')}
      />
      <Field
        label={movementText.to}
        name="to"
        type="date"
        value={to ?? ''}
        min={from}
        onChange={set('to')}
      />
      {customer_id && (
        <SelectField
          label={movementText.customer}
          name="customer_id"
          value={customer_id}
          onChange={set('customer_id')}
        >
          <option value="">{movementText.allCustomers}</option>
          <option value={customer_id}>{customer ?? movementText.oneCustomer}</option>
        </SelectField>
      )}
      {Object.keys(filters).length > 0 && (
        <Button variant="plain" onClick={onClear}>
          {movementText.clear}
        </Button>
      )}
    </search>
  )
}

/** The shops, people and keys of the company. Until they are known, the filter of the address is a choice of its own. */
function ChoiceFields({ filters, onChange }: Pick<FiltersProps, 'filters' | 'onChange'>) {
  const { data } = useQuery(choices)
  const { shop, key_id, staff_id } = filters
  const shops = new Set(data?.shops)
  // The address may name a shop without movements.
  if (shop) shops.add(shop)
  const who = staff_id ? `staff:${staff_id}` : key_id ? `key:${key_id}` : ''
  function chooseWho({ target }: ChangeEvent<HTMLSelectElement>) {
    const [kind, id = ''] = target.value.split(':')
    onChange({ staff_id: kind === 'staff' ? id : '', key_id: kind === 'key' ? id : '' })
  }
  return (
    <>
      <SelectField
        label={movementText.shop}
        name="shop"
        value={shop ?? ''}
        onChange={({ target }) => onChange({ shop: target.value })}
      >
        <option value="">{movementText.anyShop}</option>
        {[...shops].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={movementText.who} name="who" value={who} onChange={chooseWho}>
        <option value="">{movementText.anyone}</option>
        <Group label={movementText.people} prefix="staff" items={data?.staff ?? []} />
        <Group label={movementText.keys} prefix="key" items={data?.keys ?? []} />
      </SelectField>
    </>
  )
}

type GroupProps = { label: string; prefix: string; items: { id: string; name: string }[] }

function Group({ label, prefix, items }: GroupProps) {
  if (items.length === 0) return null
  return (
    <optgroup label={label}>
      {items.map(({ id, name }) => (
        <option key={id} value={`${prefix}:${id}`}>
          {name}
        </option>
      ))}
    </optgroup>
  )
}
