/** The differences between two company documents as sentences that a shop owner understands (D15). */

import { type Difference, differencesOf } from '#contract/company-file/difference.ts'
import { type Parts, partsOf } from '#contract/company-file/walk.ts'

import {
  codesSentence,
  itemSentence,
  lostCodesSentence,
  orderSentence,
  valueSentence,
} from './change-sentence.ts'
import type { Change, Draft } from './draft.ts'
import { placeOfField } from './field-label.ts'

/** Groups with several forms, and lists that are one choice: they change as a whole. */
export const whole = new Set([
  'calculation_rules[].expires_in',
  'prizes[].codes',
  'prize_word',
  'promotions[].action.GENERATE_POINTS.expires_in',
  'webhooks[].types',
])

/**
 * A change for each difference of difference.ts. The fields of a group that was empty, became empty or has another form are one
 * change. Either document may be invalid.
 */
export function changesOf(before: object, after: object): Change[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  const changes = new Map<string, Change>()
  for (const difference of differencesOf(old, now)) {
    const path = changedPath(difference, old, now)
    // A list may have another order and be replaced as a whole.
    const key = `${difference.kind === 'order' ? 'order ' : ''}${path}`
    if (!changes.has(key)) changes.set(key, changeAt(difference, path, old, now))
  }
  return [...changes.values()]
}

/** A change for each prize of the document to which a draft or a request adds codes. */
export function codeChanges(
  document: object,
  pools: Pick<Draft['pools'][number], 'key' | 'added'>[],
): Change[] {
  const { items } = partsOf(document)
  return pools.flatMap(({ key, added }) => {
    const prize = items.get(`prizes[${key}]`)
    if (prize === undefined || added === 0) return []
    const path = `prizes[${key}].codes.added`
    return [{ path, place: 'prizes', sentence: codesSentence(prize, added) }]
  })
}

/**
 * A sentence for each prize that a draft removes although the draft adds codes to it: a publication deletes them. Until then they
 * stay, so that undoing the removal brings them back. `before`: the published document, which knows the prize's name. `text`: lost
 * before the publication, deleted after it.
 */
export function codeLosses(
  before: object,
  document: object,
  pools: Pick<Draft['pools'][number], 'key' | 'added'>[],
  text: 'lost' | 'deleted',
): string[] {
  const [old, now] = [partsOf(before), partsOf(document)]
  return pools
    .filter(({ key, added }) => added > 0 && !now.items.has(`prizes[${key}]`))
    .map(({ key, added }) => lostCodesSentence(old.items.get(`prizes[${key}]`), key, added, text))
}

/** The path of the outermost group that changes as a whole; without one, the difference's own. */
function changedPath({ path }: Difference, old: Parts, now: Parts): string {
  const around = (partAt(now, path) ?? partAt(old, path))?.around ?? []
  const group = around.find((one) => {
    const [before, after] = [old.groups.get(one), now.groups.get(one)]
    // An item that came or left is a difference by itself.
    if (before && after) return whole.has(before.field)
    return !old.items.has(one) && !now.items.has(one)
  })
  return group ?? path
}

function changeAt({ kind }: Difference, path: string, old: Parts, now: Parts): Change {
  const [before, after] = [partAt(old, path), partAt(now, path)]
  const part = (after ?? before)!
  const place = placeOfField(part.field)
  if (kind === 'order') return { path, place, sentence: orderSentence(part.field) }
  const items = part.within.map((item) => (now.items.get(item) ?? old.items.get(item))!)
  if (kind === 'item' && (old.items.has(path) || now.items.has(path))) {
    const sentence = itemSentence(part.field, part.value, after ? 'added' : 'removed', items)
    return { path, place, sentence }
  }
  const values = { before: before?.value, after: after?.value }
  return { path, place, sentence: valueSentence(part.field, values, items) }
}

function partAt(parts: Parts, path: string) {
  return parts.items.get(path) ?? parts.groups.get(path) ?? parts.fields.get(path)
}

/** The sentences of the changes at a path and within it. */
export function sentencesAt(changes: Change[], path: string): string {
  const sentences = changes.filter((change) => isWithin(change.path, path))
  return sentences.map(({ sentence }) => sentence).join('; ')
}

export function isWithin(path: string, around: string): boolean {
  return path === around || path.startsWith(`${around}.`) || path.startsWith(`${around}[`)
}
