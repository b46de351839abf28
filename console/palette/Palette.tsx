import { Autocomplete } from '@base-ui/react/autocomplete'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'

import { paletteText } from '#console/text/palette.ts'
import { matches } from '#console/value/matches.ts'
import { Plain } from '#ui/overlay/Dialog.tsx'

import styles from './Palette.module.css'

/** A place or an act. `words`: other words by which it is found. */
export type PaletteItem = {
  id: string
  group: string
  title: string
  words?: string
  run: () => void
}
type Group = { value: string; items: PaletteItem[] }

type PaletteProps = {
  items: PaletteItem[]
  /** An item that is made of the typed words, below those that are found; undefined: these words make none. */
  itemOf?: (typed: string) => PaletteItem | undefined
  onClose: () => void
}

/** Typed words filter, arrows move, Enter runs. Open while rendered. */
export function Palette({ items, itemOf, onClose }: PaletteProps) {
  const [typed, setTyped] = useState('')
  const made = itemOf?.(typed)
  const all = made ? [...items, made] : items
  const groups: Group[] = [...Map.groupBy(all, ({ group }) => group)].map(([value, items]) => ({
    value,
    items,
  }))
  return (
    <Plain label={paletteText.title} className={styles.palette} onClose={onClose}>
      <Autocomplete.Root
        inline
        open
        items={groups}
        autoHighlight="always"
        keepHighlight
        value={typed}
        onValueChange={setTyped}
        itemToStringValue={(item: PaletteItem) => item.title}
        filter={({ id, title, group, words = '' }: PaletteItem, query) =>
          id === made?.id || matches([title, group, words], query)
        }
      >
        <div className={styles.top}>
          <Search size={18} aria-hidden="true" />
          <Autocomplete.Input
            className={styles.input}
            placeholder={paletteText.placeholder}
            aria-label={paletteText.title}
          />
        </div>
        <Autocomplete.Empty className={styles.empty}>{paletteText.empty}</Autocomplete.Empty>
        <Autocomplete.List className={styles.list}>
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items} className={styles.group}>
              <Autocomplete.GroupLabel className={styles.label}>
                {group.value}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(item: PaletteItem) => (
                  <Autocomplete.Item
                    key={item.id}
                    value={item}
                    className={styles.item}
                    onClick={() => {
                      onClose()
                      item.run()
                    }}
                  >
                    {item.title}
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </Autocomplete.Root>
    </Plain>
  )
}
