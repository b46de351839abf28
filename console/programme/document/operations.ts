/** The JSON Patch (RFC 6902) between two states of the company document. */

import { createPatch, type Operation } from 'rfc6902'

import { maxOperations, type PatchOperation } from '#contract/programme/draft.ts'
import { isSame } from '#contract/value/json.ts'

import type { Doc } from './path.ts'

type Diff = NonNullable<Parameters<typeof createPatch>[2]>

/** The edits that lead from `before` to `after`. Too many for one call: each field of the document that differs is replaced. */
export function operationsBetween(before: Doc, after: Doc): PatchOperation[] {
  const operations = createPatch(before, after, differenceOf) as PatchOperation[]
  return operations.length > maxOperations ? replacements(before, after) : operations
}

/** Edits share what they do not change with the state before, so most of the document is skipped by identity. */
const differenceOf: Diff = (before, after, pointer) => {
  if (before === after) return []
  if (!Array.isArray(before) || !Array.isArray(after)) return undefined
  return listOperations(before, after, pointer.toString())
}

/** The package compares each item with each. A list of thousands has one changed place, so equal ends are left out first. */
function listOperations(before: unknown[], after: unknown[], list: string): Operation[] {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && isSame(before[first], after[first])) first += 1
  let last = 0
  while (last < shorter - first && isSame(before.at(-1 - last), after.at(-1 - last))) last += 1
  const old = before.slice(first, before.length - last)
  const now = after.slice(first, after.length - last)
  return movedItem(old, now, list, first) ?? replacedItems(old, now, list, first)
}

/** One operation for an item that went to another place of the list. */
function movedItem(
  old: unknown[],
  now: unknown[],
  list: string,
  first: number,
): Operation[] | undefined {
  if (old.length !== now.length || old.length < 2) return undefined
  const end = first + old.length - 1
  if (isSame([...old.slice(1), old[0]], now)) {
    return [{ op: 'move', from: `${list}/${first}`, path: `${list}/${end}` }]
  }
  if (isSame([old.at(-1), ...old.slice(0, -1)], now)) {
    return [{ op: 'move', from: `${list}/${end}`, path: `${list}/${first}` }]
  }
  return undefined
}

function replacedItems(old: unknown[], now: unknown[], list: string, first: number): Operation[] {
  const common = Math.min(old.length, now.length)
  const changed = old.slice(0, common).flatMap((item, at) =>
    createPatch(item, now[at], differenceOf).map((operation) => ({
      ...operation,
      path: `${list}/${first + at}${operation.path}`,
      ...('from' in operation && { from: `${list}/${first + at}${operation.from}` }),
    })),
  )
  const added = now.slice(common).map((value, at) => ({
    op: 'add' as const,
    path: `${list}/${first + common + at}`,
    value,
  }))
  // The last one first, so that the places of the others stay.
  const removed = old
    .slice(common)
    .map((_, at) => ({ op: 'remove' as const, path: `${list}/${first + common + at}` }))
    .toReversed()
  return [...changed, ...removed, ...added]
}

function replacements(before: Doc, after: Doc): PatchOperation[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name): PatchOperation[] => {
    if (isSame(before[name], after[name])) return []
    const path = `/${name}`
    if (!Object.hasOwn(after, name)) return [{ op: 'remove', path }]
    const op = Object.hasOwn(before, name) ? 'replace' : 'add'
    return [{ op, path, value: after[name] }]
  })
}
