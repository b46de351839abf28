/** How two company files differ (D11). Items of lists are matched by their key, so that an inserted item is one line. */

import type { CompanyFile } from '#contract/company-file.ts'

/** The field that identifies an item, by the path of its list. Objects of other lists are identified by their position. */
const keys: Record<string, string> = {
  calculation_rules: 'key',
  'faq.items': 'question',
  'footer.links': 'text',
  'how_it_works.steps': 'title',
  levels: 'name',
  prizes: 'key',
  promotions: 'code',
  subsidiaries: 'name',
  webhooks: 'url',
}

/**
 * A field or an item of a list. `text` is the field's value or the item's name, as JSON. It is '' for an item whose path already
 * contains its name. `within` lists the paths of the items around it.
 */
type Part = { text: string; within: string[] }
/** Fields and items by their path. */
type Flat = { fields: Map<string, Part>; items: Map<string, Part & { list: string }> }

/**
 * One line for each difference: '~ prizes[cafe].value: 150 → 120', '+ prizes[bolo]: "Bolo"', '- levels[Ouro]'. An added or
 * removed item is one line, without its own fields and lists. Without `before` each field of `after` is new.
 */
export function companyFileDifference(
  before: CompanyFile | undefined,
  after: CompanyFile,
): string[] {
  const [old, now] = [flat(before ?? {}), flat(after)]
  const paths = new Set([...old.fields.keys(), ...now.fields.keys()])
  return [
    ...[...paths].flatMap((path) => linesOfField(path, old, now)),
    ...linesOfItems('-', old, now),
    ...linesOfItems('+', now, old),
    ...reorderedLists(old, now).map((list) => `~ ${list}: outra ordem`),
  ]
}

function linesOfField(path: string, old: Flat, now: Flat): string[] {
  const [before, after] = [old.fields.get(path), now.fields.get(path)]
  if (before?.text === after?.text) return []
  if (!before) return isAround(after!, old) ? [`+ ${path}: ${after!.text}`] : []
  if (!after) return isAround(before, now) ? [`- ${path}: ${before.text}`] : []
  return [`~ ${path}: ${before.text} → ${after.text}`]
}

/** A line for each item of `one` that `other` lacks. */
function linesOfItems(sign: '+' | '-', one: Flat, other: Flat): string[] {
  return [...one.items]
    .filter(([path, item]) => !other.items.has(path) && isAround(item, other))
    .map(([path, { text }]) => `${sign} ${path}${text && `: ${text}`}`)
}

/** Whether `file` has all items around `part`. */
function isAround(part: Part, file: Flat): boolean {
  return part.within.every((item) => file.items.has(item))
}

/** The lists whose common items have another order. */
function reorderedLists(old: Flat, now: Flat): string[] {
  const orders = (one: Flat, other: Flat) =>
    Map.groupBy(
      [...one.items.keys()].filter((path) => other.items.has(path)),
      (path) => one.items.get(path)!.list,
    )
  const oldOrders = orders(old, now)
  return [...orders(now, old)]
    .filter(([list, paths]) => paths.join('\n') !== oldOrders.get(list)!.join('\n'))
    .map(([list]) => list)
}

function flat(file: object): Flat {
  const result: Flat = { fields: new Map(), items: new Map() }
  flatten(file, '', [], result)
  return result
}

function flatten(value: unknown, path: string, within: string[], result: Flat): void {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      const key = keyOf(item, path, at)
      const first = `${path}[${key}]`
      // Items may have equal keys, such as two questions with the same words. Then the position is added.
      const place = result.items.has(first) ? `${path}[${key} ${at}]` : first
      const name = isObject(item) && item['name'] !== key ? item['name'] : undefined
      const text = name === undefined ? '' : JSON.stringify(name)
      result.items.set(place, { text, within, list: path })
      if (isObject(item)) flatten(item, place, [...within, place], result)
    }
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      flatten(part, path ? `${path}.${name}` : name, within, result)
    }
  } else {
    result.fields.set(path, { text: JSON.stringify(value), within })
  }
}

/** The identity of an item of the list at `path`: a word or number itself, an object's field in `keys`, or an object's position. */
function keyOf(item: unknown, path: string, at: number): string {
  if (!isObject(item)) return String(item)
  const key = keys[path]
  return key === undefined ? String(at) : String(item[key])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
