import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Trash2 from 'lucide-react/icons/trash'
import { type ReactNode, useState } from 'react'

import { toast } from '#console/feedback/toasts.tsx'
import { elementIdOf, listAt, type Path, withValue } from '#console/programme/document/path.ts'
import { useEdit, useForms, useValue } from '#console/programme/draft/programme-context.ts'
import { fieldText } from '#console/text/field.ts'
import { Button } from '#ui/Button.tsx'

import own from './field.module.css'

type ItemListProps = {
  path: Path
  /** The name of an item, for its heading and its buttons. */
  nameOf: (item: Record<string, unknown>) => string
  /** A line below the name of a closed item. */
  summaryOf?: (item: Record<string, unknown>, at: number) => ReactNode
  /** The fields of an open item. */
  children: (path: Path) => ReactNode
  add?: { label: string; item: () => Record<string, unknown> }
  /** False: the order has no meaning, so no item can be moved. */
  isOrdered?: boolean
  empty?: string
}

const words = fieldText.list

/** A list of the document. Each item opens to its fields, and can be moved or removed; a removal can be undone. */
export function ItemList(list: ItemListProps) {
  const { path, add, empty } = list
  const { isReadOnly } = useForms()
  const items = listAt({ items: useValue(path) }, ['items'])
  const rows = items.map((item, at) => ({ item, at }))
  const edit = useEdit()
  const [open, setOpen] = useState<number>()
  return (
    <div id={elementIdOf(path)} className={own.group}>
      {items.length === 0 && empty && <p className={own.hint}>{empty}</p>}
      <ul className={own.items}>
        {rows.map(({ item, at }) => (
          <Item
            // React's key is the item's position, because an item has no stable name.
            key={at}
            list={list}
            item={item}
            at={at}
            count={items.length}
            isOpen={open === at}
            onToggle={() => setOpen(open === at ? undefined : at)}
            onMoved={setOpen}
          />
        ))}
      </ul>
      {add && !isReadOnly && (
        <div>
          <Button
            variant="quiet"
            onClick={() => {
              edit((document) => withValue(document, path, [...listAt(document, path), add.item()]))
              setOpen(items.length)
            }}
          >
            {add.label}
          </Button>
        </div>
      )}
    </div>
  )
}

type ItemProps = {
  list: ItemListProps
  item: Record<string, unknown>
  at: number
  count: number
  isOpen: boolean
  onToggle: () => void
  onMoved: (open: number | undefined) => void
}

function Item({ list, item, at, count, isOpen, onToggle, onMoved }: ItemProps) {
  const { path, nameOf, summaryOf, isOrdered = true, children } = list
  const { isReadOnly, mistakes } = useForms()
  const name = nameOf(item) || words.unnamed
  const place = [...path, at].join('/')
  const isWrong = mistakes.some((one) => `${one.path.join('/')}/`.startsWith(`${place}/`))
  return (
    <li id={elementIdOf([...path, at])} className={own.item} data-invalid={isWrong}>
      <div className={own.itemHead}>
        <button type="button" className={own.itemOpen} aria-expanded={isOpen} onClick={onToggle}>
          <ChevronDown size={18} aria-hidden="true" className={own.chevron} />
          <span className={own.itemWords}>
            <span className={own.itemName}>{name}</span>
            {summaryOf && <span className={own.hint}>{summaryOf(item, at)}</span>}
          </span>
        </button>
        {!isReadOnly && <ItemActs {...{ path, at, count, name, isOrdered, isOpen, onMoved }} />}
      </div>
      {isOpen && <div className={own.itemFields}>{children([...path, at])}</div>}
    </li>
  )
}

type ItemActsProps = {
  path: Path
  at: number
  count: number
  name: string
  isOrdered: boolean
  isOpen: boolean
  onMoved: (open: number | undefined) => void
}

function ItemActs({ path, at, count, name, isOrdered, isOpen, onMoved }: ItemActsProps) {
  const { store } = useForms()
  const edit = useEdit()
  function move(to: number) {
    edit((document) => withValue(document, path, moved(listAt(document, path), at, to)))
    onMoved(isOpen ? to : undefined)
  }
  function remove() {
    edit((document) =>
      withValue(
        document,
        path,
        listAt(document, path).filter((_, one) => one !== at),
      ),
    )
    onMoved(undefined)
    toast(words.removed(name), store.undo)
  }
  return (
    <div className={own.itemActs}>
      {isOrdered && at > 0 && (
        <button
          type="button"
          className={own.act}
          aria-label={words.up(name)}
          onClick={() => move(at - 1)}
        >
          <ArrowUp size={16} aria-hidden="true" />
        </button>
      )}
      {isOrdered && at < count - 1 && (
        <button
          type="button"
          className={own.act}
          aria-label={words.down(name)}
          onClick={() => move(at + 1)}
        >
          <ArrowDown size={16} aria-hidden="true" />
        </button>
      )}
      <button type="button" className={own.act} aria-label={words.remove(name)} onClick={remove}>
        <Trash2 size={16} aria-hidden="true" />
      </button>
    </div>
  )
}

function moved<Item>(list: Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, at) => at !== from)
  return rest.toSpliced(to, 0, list[from]!)
}
