import { Menu } from '@base-ui/react/menu'
import Check from 'lucide-react/icons/check'
import Columns3 from 'lucide-react/icons/columns-3'
import { memo } from 'react'

import { tableText } from '#console/text/table.ts'

import styles from './ColumnMenu.module.css'

type ColumnMenuProps = {
  columns: { id: string; title: string; isFixed?: true }[]
  visibility: Record<string, boolean>
  onChange: (visibility: Record<string, boolean>) => void
}

/** Which columns are shown. The column that tells the row is not a choice. Not drawn again when a page of rows arrives. */
export const ColumnMenu = memo(DrawnColumnMenu)

function DrawnColumnMenu({ columns, visibility, onChange }: ColumnMenuProps) {
  return (
    <Menu.Root>
      <Menu.Trigger className={styles.trigger}>
        <Columns3 size={16} aria-hidden="true" />
        {tableText.columns}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className={styles.place}>
          <Menu.Popup className={styles.menu}>
            {columns
              .filter(({ isFixed }) => !isFixed)
              .map(({ id, title }) => (
                <Menu.CheckboxItem
                  key={id}
                  className={styles.item}
                  checked={visibility[id] ?? true}
                  onCheckedChange={(checked) => onChange({ ...visibility, [id]: checked })}
                >
                  <span className={styles.box}>
                    <Menu.CheckboxItemIndicator>
                      <Check size={14} aria-hidden="true" />
                    </Menu.CheckboxItemIndicator>
                  </span>
                  {title}
                </Menu.CheckboxItem>
              ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
