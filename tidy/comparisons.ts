/** Finds the values that a query compares company_id with. */

import { contentOf, flattened, signsIn, sourceOf } from './brackets.ts'

/** The two sides of a comparison of company_id. A side is an alias, '' for no alias, or '?' for a value from outside the query. */
type Pair = [string, string]

/**
 * The comparisons that every row of the query satisfies: the parts of a condition that `and` joins. A condition with an `or`
 * and a comparison in brackets do not count.
 */
export function compared(query: string, aliases: string[]): Pair[] {
  const { flat, contents } = flattened(query)
  return conditionsOf(flat)
    .filter(({ text }) => !/\bor\b/.test(text))
    .flatMap(({ text, only }) =>
      text
        .split(/\band\b/)
        .flatMap((part) => comparison(part, contents, aliases))
        .filter(([one]) => only === undefined || one === only),
    )
}

function comparison(part: string, contents: string[], aliases: string[]): Pair[] {
  // A slug is unique over all companies, so it identifies one company.
  const slug = /^ ?(?:(company)\.)?slug = \$\d ?$/.exec(part)
  if (slug && aliases.includes('company')) return [[slug[1] ?? 'company', '?']]
  const [, one = '', right] = /^ ?(?:(\w+)\.)?company_id = (.+?) ?$/.exec(part) ?? []
  if (right !== undefined) {
    const other = sourceOf(right, contents)
    return other === undefined
      ? []
      : [
          [one, other],
          [other, one],
        ]
  }
  return pairsInList(part, contents)
}

/** The pair of `company_id in (…)`, if the list is one company's id or one subquery. Empty for a list of several values. */
function pairsInList(part: string, contents: string[]): Pair[] {
  const [, left, right] = /^ ?(⟦\d+⟧|(?:\w+\.)?company_id) in (⟦\d+⟧) ?$/.exec(part) ?? []
  if (left === undefined || right === undefined) return []
  const [, one = '', isFirst] = /^(?:(\w+)\.)?(company_id)\b/.exec(contentOf(left, contents)) ?? []
  const values = contentOf(right, contents)
  const [subquery] = isFirst === undefined ? [] : (signsIn(values) ?? [])
  if (subquery !== undefined) return [[one, subquery]]
  return isFirst !== undefined && values === '$1' ? [[one, '?']] : []
}

/** Pairs for a company_id without an alias. It belongs to the only table, or to all tables joined `using (company_id)`. */
export function shared(query: string, aliases: string[]): Pair[] {
  const joins = [...query.matchAll(/\busing \(company_id\b/g)].length
  const isShared = joins >= new Set(aliases).size - 1
  return isShared
    ? aliases.flatMap((alias): Pair[] => [
        [alias, ''],
        ['', alias],
      ])
    : []
}

/** A condition after `where` or `on`. A condition of a left join restricts `only` the joined table. */
type Condition = { text: string; only?: string }

function conditionsOf(flat: string): Condition[] {
  const after =
    /\b(?:where|on)\b|\b(?:join|left|right|full|cross|inner|group|order|limit|offset|for|window|having|returning|loop|then|into|do|from|using|values|set|select)\b(?! ?⟦)|;/
  const pieces = flat.split(new RegExp(`(${after.source})`))
  return pieces.flatMap((piece, at) => {
    const word = pieces[at - 1]
    if (word === 'where') return [{ text: piece }]
    // … 'left', ' ', 'join', ' hold h ', 'on', piece
    return word === 'on' ? [{ text: piece, ...joinedOnly(pieces.slice(0, at - 1)) }] : []
  })
}

/** The table that the condition of the last join of `pieces` restricts; {}: both sides. */
function joinedOnly(pieces: string[]): { only?: string } {
  const at = pieces.lastIndexOf('join')
  const kind =
    pieces[at - 1]?.trim() === 'outer' ? pieces[at - 2] : pieces.slice(at - 2, at).join('')
  if (/right|full/.test(kind ?? '')) return { only: 'neither side' }
  if (!/left/.test(kind ?? '')) return {}
  return { only: /(\w+)\s*$/.exec(pieces[at + 1] ?? '')?.[1] ?? 'unknown' }
}
