import type { ReactNode } from 'react'
import * as z from 'zod/mini'

import { tableText } from '#console/text/table.ts'
import { matches } from '#console/value/matches.ts'
import { maxLine, text } from '#contract/value/text.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/form/Field.tsx'

import { useTypedFilter } from './use-typed-filter.ts'
import { useUrlFilters } from './use-url-filters.ts'

import styles from './SearchableList.module.css'

/** A longer list has a search field. */
const maxWithoutSearch = 8

const ListFilter = z.strictObject({ text: z.optional(text(1, maxLine)) })

type SearchableListProps<Item> = {
  /** The name of the search field, as 'Procurar na equipe'. */
  label: string
  items: Item[]
  /** The texts in which the words of a search are looked for. */
  textsOf: (item: Item) => string[]
  children: (found: Item[]) => ReactNode
}

/** A list that is read whole, with a search field once it is long. The address holds the search. */
export function SearchableList<Item>({
  label,
  items,
  textsOf,
  children,
}: SearchableListProps<Item>) {
  const { filters, setFilter } = useUrlFilters(ListFilter)
  const searched = filters.text ?? ''
  const { clear, ...typed } = useTypedFilter(searched, (words) => setFilter('text', words))
  if (items.length <= maxWithoutSearch && searched === '') return children(items)
  const found = items.filter((item) => matches(textsOf(item), searched))
  return (
    <>
      <search className={styles.search}>
        <Field
          {...typed}
          label={label}
          name="text"
          type="search"
          maxLength={maxLine}
          autoComplete="off"
          hint={tableText.found(found.length, items.length)}
        />
      </search>
      {found.length === 0 ? (
        <Button
          variant="quiet"
          onClick={() => {
            clear()
            setFilter('text', '')
          }}
        >
          {tableText.showAll}
        </Button>
      ) : (
        children(found)
      )}
    </>
  )
}
