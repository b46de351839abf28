/** Finds the tables that a statement uses without binding their company_id to a value. */

import { queriesOf, tablesWithCompany, usesOfQuery } from './statements.ts'

/** Two sides of a comparison: aliases; '' for a company_id without an alias; '?' for a value from outside the query. */
type Pair = [string, string]

/** The tables of a statement whose company_id is not bound, directly or through another table, to a value. */
export function withoutCompany(text: string): string[] {
  return queriesOf(text).flatMap((query) => {
    const uses = usesOfQuery(query).filter(({ table }) => tablesWithCompany.has(table))
    const aliases = uses.filter(({ isInsert }) => !isInsert).map(({ alias }) => alias)
    const pairs = [...compared(query, aliases), ...shared(query, aliases)]
    const bound = new Set(['?'])
    for (let before = -1; before !== bound.size;) {
      before = bound.size
      for (const [one, other] of pairs) if (bound.has(other)) bound.add(one)
    }
    const inserted = new Set(
      [...query.matchAll(/\binto (\w+)(?: as \w+)? ?\([^()]*\bcompany_id\b/g)].map(([, to]) => to),
    )
    return uses
      .filter(({ alias, table, isInsert }) => (isInsert ? !inserted.has(table) : !bound.has(alias)))
      .map(({ table }) => table)
  })
}

/**
 * The comparisons that every row of the query satisfies: the parts of a condition that `and` joins. A condition with an `or`
 * and a comparison in brackets do not count.
 */
function compared(query: string, aliases: string[]): Pair[] {
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
  const slug = /^ ?(?:(company)\.)?slug = \$1 ?$/.exec(part)
  if (slug && aliases.includes('company')) return [[slug[1] ?? 'company', '?']]
  const [, one = '', right] = /^ ?(?:(\w+)\.)?company_id = (.+?) ?$/.exec(part) ?? []
  if (right !== undefined) {
    const other = sourceOf(right, contents, aliases)
    return other === undefined
      ? []
      : [
          [one, other],
          [other, one],
        ]
  }
  return pairsInList(part, contents)
}

/** Accepts `company_id in (…)` with parameters as a comparison. Returns [] for a subquery, which is checked as its own query. */
function pairsInList(part: string, contents: string[]): Pair[] {
  const [, left, right] = /^ ?(⟦\d+⟧|(?:\w+\.)?company_id) in (⟦\d+⟧) ?$/.exec(part) ?? []
  if (left === undefined || right === undefined) return []
  const [, one = '', isFirst] = /^(?:(\w+)\.)?(company_id)\b/.exec(contentOf(left, contents)) ?? []
  const values = contentOf(right, contents)
  return isFirst !== undefined && /^(?:\$\d+(?:, )?)*$/.test(values) ? [[one, '?']] : []
}

/** The source of the compared value; undefined if it may be a column of the same rows. */
function sourceOf(right: string, contents: string[], aliases: string[]): string | undefined {
  if (right === 'company_id') return ''
  const [, alias] = /^(\w+|⟦\d+⟧)\.company_id$/.exec(right) ?? []
  if (alias !== undefined) {
    const word = contentOf(alias, contents).split('.')[0]!
    return aliases.includes(word) ? word : '?'
  }
  if (/^(?:\$\d+|p_company_id)(?:::uuid)?$/.test(right)) return '?'
  const isAny =
    /^any ?⟦\d+⟧$/.test(right) && /^\$\d/.test(contentOf(right.slice(3).trim(), contents))
  return isAny ? '?' : undefined
}

/** A company_id without an alias belongs to the only table, or to all tables if each is joined by it. */
function shared(query: string, aliases: string[]): Pair[] {
  const joins = [...query.matchAll(/\busing \(company_id\b/g)].length
  const isShared = joins >= new Set(aliases).size - 1
  return isShared
    ? aliases.flatMap((alias): Pair[] => [
        [alias, ''],
        ['', alias],
      ])
    : []
}

/** The query with a sign for each outermost bracket and each case expression, and the replaced contents. */
function flattened(query: string): { flat: string; contents: string[] } {
  const contents: string[] = []
  const sign = (content: string) => `⟦${contents.push(content) - 1}⟧`
  let flat = query.replaceAll(/\bis (?:not )?distinct from\b/g, '<>')
  const inner = /\(([^()]*)\)/
  for (let found = inner.exec(flat); found; found = inner.exec(flat)) {
    flat = flat.replace(inner, (_, content: string) => sign(content))
  }
  const choice = /\bcase\b(?:(?!\bcase\b).)*?\bend\b/
  while (choice.test(flat)) flat = flat.replace(choice, (content) => sign(content))
  return { flat, contents }
}

const contentOf = (part: string, contents: string[]) =>
  part.startsWith('⟦') ? contents[Number(part.slice(1, -1))]!.trim() : part

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
