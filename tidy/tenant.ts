/** Finds the tables that a statement uses without binding their company_id to a value. */

import { queriesOf, tablesWithCompany, usesOfQuery } from './statements.ts'

/** Two sides of a comparison: aliases; '' for a company_id without an alias; '?' for a value from outside the query. */
type Pair = [string, string]

/** The tables of a statement whose company_id is compared neither with a value nor with that of another table which is. */
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
 * The comparisons that every row of the query passes: the parts of a condition that `and` joins. A condition with an `or`
 * beside them compares nothing for sure, and neither does a comparison in brackets.
 */
function compared(query: string, aliases: string[]): Pair[] {
  const { flat, contents } = flattened(query)
  return conditionsOf(flat)
    .filter((condition) => !/\bor\b/.test(condition))
    .flatMap((condition) => condition.split(/\band\b/))
    .flatMap((part): Pair[] => {
      // A slug is unique over all companies: it names the row of one.
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
      return listed(part, contents)
    })
}

/** Accepts `company_id in (…)` with parameters as a comparison. Returns [] for a subquery, which is checked as its own query. */
function listed(part: string, contents: string[]): Pair[] {
  const [, left, right] = /^ ?(⟦\d+⟧|(?:\w+\.)?company_id) in (⟦\d+⟧) ?$/.exec(part) ?? []
  if (left === undefined || right === undefined) return []
  const [, one = '', isFirst] = /^(?:(\w+)\.)?(company_id)\b/.exec(contentOf(left, contents)) ?? []
  const values = contentOf(right, contents)
  return isFirst !== undefined && /^(?:\$\d+(?:, )?)*$/.test(values) ? [[one, '?']] : []
}

/** Where the compared value comes from; undefined: it may be a column of the same rows. */
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

/** A company_id without an alias is that of the only table, or of all tables when each is joined by it. */
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

/** The query with a sign in place of each outermost bracket and each case expression, and what stands in the signs. */
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

/** What stands after each `where` and `on`, up to the clause that follows. */
function conditionsOf(flat: string): string[] {
  const after =
    /\b(?:where|on)\b|\b(?:join|left|right|full|cross|inner|group|order|limit|offset|for|window|having|returning|loop|then|into|do|from|using|values|set|select)\b(?! ?⟦)|;/
  const pieces = flat.split(new RegExp(`(${after.source})`))
  return pieces.flatMap((piece, at) => (/^(?:where|on)$/.test(pieces[at - 1] ?? '') ? [piece] : []))
}
