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

/** `fields`: path → value as JSON. `items`: path of an item → its name as JSON, or '' where the path holds it. */
type Flat = { fields: Map<string, string>; items: Map<string, string> }

/**
 * One line for each difference: '~ prizes[cafe].value: 150 → 120', '+ prizes[bolo]: "Bolo"', '- levels[Ouro]'. Without
 * `before` each field of `after` is new.
 */
export function companyFileDifference(
  before: CompanyFile | undefined,
  after: CompanyFile,
): string[] {
  const [old, now] = [flat(before ?? {}), flat(after)]
  const added = linesOfItems('+', now, old)
  const removed = linesOfItems('-', old, now)
  const isOfListedItem = (path: string) =>
    [...added.keys(), ...removed.keys()].some((item) => path.startsWith(`${item}.`))
  const paths = new Set([...old.fields.keys(), ...now.fields.keys()])
  const changed = [...paths].filter(
    (path) => old.fields.get(path) !== now.fields.get(path) && !isOfListedItem(path),
  )
  return [
    ...changed.map((path) => lineOfField(path, old.fields.get(path), now.fields.get(path))),
    ...removed.values(),
    ...added.values(),
    ...reorderedLists(old, now).map((list) => `~ ${list}: outra ordem`),
  ]
}

function lineOfField(path: string, old: string | undefined, now: string | undefined): string {
  if (old === undefined) return `+ ${path}: ${now}`
  return now === undefined ? `- ${path}: ${old}` : `~ ${path}: ${old} → ${now}`
}

/** The items of `one` that `other` lacks, path → line. */
function linesOfItems(sign: '+' | '-', one: Flat, other: Flat): Map<string, string> {
  const only = [...one.items].filter(([path]) => !other.items.has(path))
  return new Map(only.map(([path, name]) => [path, `${sign} ${path}${name && `: ${name}`}`]))
}

/** The lists whose common items have another order. */
function reorderedLists(old: Flat, now: Flat): string[] {
  const orders = (one: Flat, other: Flat) =>
    Map.groupBy(
      [...one.items.keys()].filter((path) => other.items.has(path)),
      (path) => path.slice(0, path.indexOf('[')),
    )
  const oldOrders = orders(old, now)
  return [...orders(now, old)]
    .filter(([list, paths]) => paths.join('\n') !== oldOrders.get(list)!.join('\n'))
    .map(([list]) => list)
}

function flat(file: object): Flat {
  const result: Flat = { fields: new Map(), items: new Map() }
  flatten(file, '', result)
  return result
}

function flatten(value: unknown, path: string, result: Flat): void {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      const key = keyOf(item, path, at)
      const first = `${path}[${key}]`
      // Two questions may have the same words.
      const place = result.items.has(first) ? `${path}[${key} ${at}]` : first
      const name = isObject(item) && item['name'] !== key ? item['name'] : undefined
      result.items.set(place, name === undefined ? '' : JSON.stringify(name))
      if (isObject(item)) flatten(item, place, result)
    }
  } else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      flatten(part, path ? `${path}.${name}` : name, result)
    }
  } else {
    result.fields.set(path, JSON.stringify(value))
  }
}

/** A word or a number is its own key. */
function keyOf(item: unknown, path: string, at: number): string {
  if (!isObject(item)) return String(item)
  const key = keys[path]
  return key === undefined ? String(at) : String(item[key])
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
