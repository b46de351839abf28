import { Autocomplete } from '@base-ui/react/autocomplete'
import Search from 'lucide-react/icons/search'

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

type PaletteProps = { items: PaletteItem[]; onClose: () => void }

/** Typed words filter, arrows move, Enter runs. Open while rendered. */
export function Palette({ items, onClose }: PaletteProps) {
  const groups: Group[] = [...Map.groupBy(items, ({ group }) => group)].map(([value, items]) => ({
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
        itemToStringValue={(item: PaletteItem) => item.title}
        filter={({ title, group, words = '' }: PaletteItem, typed) =>
          matches([title, group, words], typed)
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
