/** Three-way merge of company documents: the base, a draft of it, and the version that was published meanwhile (D15). */

import { placesOf } from '#contract/company-file/walk.ts'
import { isObject, isSame } from '#contract/value/json.ts'

import { whole } from './change.ts'

type Fields = Record<string, unknown>
/** `mine` wins at these paths where both changed; the other value everywhere else. */
type Choice = { mine: ReadonlySet<string>; both: string[] }
type Three = { base: unknown; mine: unknown; theirs: unknown }

/**
 * `document`: what only one side changed, and of what both changed the side that `mine` chooses. `both`: the paths that both
 * changed to different values. The path of a list stands for its order.
 */
export function mergedDocument(
  base: object,
  mine: object,
  theirs: object,
  chosen: Iterable<string>,
): { document: object; both: string[] } {
  const choice: Choice = { mine: new Set(chosen), both: [] }
  const document = mergedFields({ base, mine, theirs }, { path: '', field: '' }, choice)
  return { document, both: choice.both }
}

type Place = { path: string; field: string }

function merged(three: Three, place: Place, choice: Choice): unknown {
  const { base, mine, theirs } = three
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine
  if (isSame(base, mine)) return theirs
  const all = [base, mine, theirs]
  if (!whole.has(place.field) && all.every((value) => Array.isArray(value))) {
    return mergedList(all as [unknown[], unknown[], unknown[]], place, choice)
  }
  if (!whole.has(place.field) && all.every((value) => isObject(value) && !Array.isArray(value))) {
    return mergedFields(three as Record<keyof Three, object>, place, choice)
  }
  choice.both.push(place.path)
  return choice.mine.has(place.path) ? mine : theirs
}

function mergedFields(
  { base, mine, theirs }: Record<keyof Three, object>,
  { path, field }: Place,
  choice: Choice,
): object {
  const of = (object: object, name: string) =>
    Object.hasOwn(object, name) ? (object as Fields)[name] : undefined
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
  const fields = [...names].map((name) => {
    const place =
      path === ''
        ? { path: name, field: name }
        : { path: `${path}.${name}`, field: `${field}.${name}` }
    const three = { base: of(base, name), mine: of(mine, name), theirs: of(theirs, name) }
    return [name, merged(three, place, choice)] as const
  })
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

function mergedList(
  [base, mine, theirs]: [unknown[], unknown[], unknown[]],
  { path, field }: Place,
  choice: Choice,
): unknown[] {
  const items = [base, mine, theirs].map(
    (list) => new Map(placesOf(list, path).map(([item, place]) => [place, item.value])),
  ) as [Items, Items, Items]
  const [was, own, other] = items
  const values = new Map(
    orderOf(items, path, choice).map((place) => {
      const three = { base: was.get(place), mine: own.get(place), theirs: other.get(place) }
      return [place, merged(three, { path: place, field: `${field}[]` }, choice)]
    }),
  )
  return [...values.values()].filter((value) => value !== undefined)
}

type Items = Map<string, unknown>

/** All items, in the order of the side that changed it. The items that only the other side has come last. */
function orderOf([was, own, other]: [Items, Items, Items], path: string, choice: Choice): string[] {
  const isReordered = (items: Items) => {
    const common = [...items.keys()].filter((item) => was.has(item))
    const before = [...was.keys()].filter((item) => items.has(item))
    return common.join('\n') !== before.join('\n')
  }
  const both = isReordered(own) && isReordered(other)
  if (both && [...own.keys()].join('\n') !== [...other.keys()].join('\n')) choice.both.push(path)
  const isMine = isReordered(own) && (!isReordered(other) || choice.mine.has(path))
  const [first, last] = isMine ? [own, other] : [other, own]
  return [...new Set([...first.keys(), ...last.keys()])]
}
