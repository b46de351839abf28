/** The differences of two company files (D11). Items of lists are matched by their key, so that an inserted item is one line. */

import type { CompanyFile } from '#contract/company-file.ts'

import { type Part, type Parts, partsOf } from './walk.ts'

/** A field that has another value, an item that came or left, or a list whose common items have another order. */
export type Difference = {
  kind: 'field' | 'item' | 'order'
  path: string
  line: string
}

/**
 * One line for each difference: '~ prizes[cafe].value: 150 → 120', '+ prizes[bolo]: "Bolo"', '- levels[Ouro]'. An added or
 * removed item is one line, without its own fields and lists. Without `before` each field of `after` is new.
 */
export function companyFileDifference(
  before: CompanyFile | undefined,
  after: CompanyFile,
): string[] {
  return differencesOf(partsOf(before ?? {}), partsOf(after)).map(({ line }) => line)
}

export function differencesOf(old: Parts, now: Parts): Difference[] {
  const paths = new Set([...old.fields.keys(), ...now.fields.keys()])
  return [
    ...[...paths].flatMap((path) => differenceOfField(path, old, now)),
    ...itemsOnlyIn('-', old, now),
    ...itemsOnlyIn('+', now, old),
    ...reorderedLists(old, now).map((list) => ({
      kind: 'order' as const,
      path: list,
      line: `~ ${list}: outra ordem`,
    })),
  ]
}

function differenceOfField(path: string, old: Parts, now: Parts): Difference[] {
  const [before, after] = [old.fields.get(path), now.fields.get(path)]
  if (before?.text === after?.text) return []
  const field = (line: string) => [{ kind: 'field' as const, path, line }]
  if (!before) return isAround(after!, old) ? field(`+ ${path}: ${after!.text}`) : []
  if (!after) return isAround(before, now) ? field(`- ${path}: ${before.text}`) : []
  return field(`~ ${path}: ${before.text} → ${after.text}`)
}

/** A difference for each item of `one` that `other` lacks. */
function itemsOnlyIn(sign: '+' | '-', one: Parts, other: Parts): Difference[] {
  return [...one.items]
    .filter(([path, item]) => !other.items.has(path) && isAround(item, other))
    .map(([path, { text }]) => ({
      kind: 'item',
      path,
      line: `${sign} ${path}${text && `: ${text}`}`,
    }))
}

/** Whether `file` has all items around `part`. */
function isAround(part: Part, file: Parts): boolean {
  return part.within.every((item) => file.items.has(item))
}

/** The lists whose common items have another order. */
function reorderedLists(old: Parts, now: Parts): string[] {
  const orders = (one: Parts, other: Parts) =>
    Map.groupBy(
      [...one.items.keys()].filter((path) => other.items.has(path)),
      (path) => one.items.get(path)!.list,
    )
  const oldOrders = orders(old, now)
  return [...orders(now, old)]
    .filter(([list, paths]) => paths.join('\n') !== oldOrders.get(list)!.join('\n'))
    .map(([list]) => list)
}
