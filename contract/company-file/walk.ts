/** The parts of a company file by their path. Items of lists have the path of their key: 'prizes[cafe].value'. */

import { isObject } from '#contract/value/json.ts'

/** The field that identifies an item, by the path of its list. Objects of other lists are identified by their position. */
const keys = new Map([
  ['calculation_rules', 'key'],
  ['faq.items', 'question'],
  ['footer.links', 'text'],
  ['how_it_works.steps', 'title'],
  ['levels', 'name'],
  ['prizes', 'key'],
  ['promotions', 'code'],
  ['subsidiaries', 'name'],
  ['webhooks', 'url'],
])

export type Part = {
  /** The path without keys, 'prizes[].value'. */
  field: string
  value: unknown
  /** A field's value or an item's name, as JSON. It is '' for an item whose path holds the name. */
  text: string
  /** The paths of the items around the part. */
  within: string[]
  /** The paths of all groups, lists and items around the part, the outermost first. */
  around: string[]
}
/** Fields, items, and groups and lists, by their path. */
export type Parts = {
  fields: Map<string, Part>
  items: Map<string, Part & { list: string }>
  groups: Map<string, Part>
}

/** The parts of a file, valid or not. */
export function partsOf(file: object): Parts {
  const parts: Parts = { fields: new Map(), items: new Map(), groups: new Map() }
  for (const [name, value] of Object.entries(file)) {
    collect(value, { path: name, field: name, within: [], around: [] }, parts)
  }
  return parts
}

type Place = Pick<Part, 'field' | 'within' | 'around'> & { path: string }

function collect(value: unknown, { path, ...place }: Place, parts: Parts): void {
  const { field, within, around } = place
  if (!isObject(value)) {
    parts.fields.set(path, { ...place, value, text: JSON.stringify(value) })
    return
  }
  parts.groups.set(path, { ...place, value, text: '' })
  const inside = [...around, path]
  if (!Array.isArray(value)) {
    for (const [name, part] of Object.entries(value)) {
      const deeper = { path: `${path}.${name}`, field: `${field}.${name}`, within, around: inside }
      collect(part, deeper, parts)
    }
    return
  }
  for (const [item, at] of placesOf(value, path)) {
    const own = isObject(item.value) ? item.value['name'] : undefined
    const name = own === item.key ? undefined : own
    const part = {
      field: `${field}[]`,
      value: item.value,
      text: name === undefined ? '' : JSON.stringify(name),
      within,
      around: inside,
    }
    parts.items.set(at, { ...part, list: path })
    if (!isObject(item.value)) continue
    parts.groups.set(at, part)
    for (const [name, deeper] of Object.entries(item.value)) {
      const within = [...part.within, at]
      const place = { path: `${at}.${name}`, field: `${part.field}.${name}`, within }
      collect(deeper, { ...place, around: [...inside, at] }, parts)
    }
  }
}

/** The items of a list with their keys, by their path. Two questions may have the same words. */
export function placesOf(list: unknown[], path: string) {
  const places = new Map<string, string>()
  return list.map((value, at) => {
    const key = keyOf(value, path, at)
    const first = `${path}[${key}]`
    const place = places.has(first) ? `${path}[${key} ${at}]` : first
    places.set(place, key)
    return [{ key, value }, place] as const
  })
}

/** A word or a number is its own key. */
function keyOf(item: unknown, path: string, at: number): string {
  if (!isObject(item)) return String(item)
  const key = keys.get(path)
  const own = key === undefined ? undefined : item[key]
  return typeof own === 'string' || typeof own === 'number' ? String(own) : String(at)
}
