/** Finds the tables that a statement uses without binding their company_id to a value. */

import { contentOf, flattened, signsIn, sourceOf } from './brackets.ts'
import {
  clause,
  functionsOfCompany,
  nestedQueries,
  tables,
  tablesWithCompany,
  usesOfQuery,
  withoutSigns,
} from './statements.ts'

/** Two sides of a comparison: aliases; '' for a company_id without an alias; '?' for a value from outside the query. */
type Pair = [string, string]

/** An item of FROM that is no table. `sources` are as in a pair, or `§n` for a subquery, or '*': rows of any company. */
type Item = { alias: string; sources: string[] }

/** `name` is bound if all of `needs` are. A name has the index of its query before it: `0.lot`. `§n` are all items of a query. */
type Rule = { name: string; needs: string[] }

/** The tables of a statement whose company_id is not bound, directly or through another table, to a value. */
export function withoutCompany(text: string): string[] {
  const queries = nestedQueries(text).map((query) => {
    const uses = usesOfQuery(withoutSigns(query))
    const read = uses.filter(({ table, isInsert }) => tablesWithCompany.has(table) && !isInsert)
    return { query, uses, read: read.map(({ alias }) => alias) }
  })
  const ofQueries = queries.map(({ query, read }) => {
    const items = itemsOf(query, queries)
    return { query, read, items, aliases: [...read, ...items.map(({ alias }) => alias)] }
  })
  const bound = boundNames(ofQueries.flatMap((_, at) => rulesOf(ofQueries, at)))
  return queries.flatMap(({ query, uses }, at) => {
    const inserted = new Set(
      [...query.matchAll(/\binto (\w+)(?: as \w+)? ?\([^()]*\bcompany_id\b/g)].map(([, to]) => to),
    )
    return uses
      .filter(({ table }) => tablesWithCompany.has(table))
      .filter(({ alias, table, isInsert }) =>
        isInsert ? !inserted.has(table) : !bound.has(`${at}.${alias}`),
      )
      .map(({ table }) => table)
  })
}

function boundNames(rules: Rule[]): Set<string> {
  const bound = new Set(['?'])
  for (let before = -1; before !== bound.size;) {
    before = bound.size
    for (const { name, needs } of rules) if (needs.every((one) => bound.has(one))) bound.add(name)
  }
  return bound
}

type OfQuery = { query: string; read: string[]; items: Item[]; aliases: string[] }

/** The rules of the query at `at`. An outer query's alias counts as a source, and no rule binds it from here. */
function rulesOf(queries: OfQuery[], at: number): Rule[] {
  const { query, read, items, aliases } = queries[at]!
  const named = (source: string) => {
    if (/^[?*§]/.test(source)) return source
    for (let outer = at; outer >= 0; outer = outerOf(queries, outer)) {
      if (source === '' || queries[outer]!.aliases.includes(source)) return `${outer}.${source}`
    }
    // A variable or a record of the function.
    return '?'
  }
  return [
    ...[...compared(query, read), ...shared(query, read)].map(([one, other]) => ({
      name: named(one),
      needs: [named(other)],
    })),
    ...items.map(({ alias, sources }) => ({ name: named(alias), needs: sources.map(named) })),
    { name: `§${at}`, needs: aliases.map(named) },
  ].filter(({ name }) => name === `§${at}` || name.startsWith(`${at}.`))
}

const outerOf = (queries: OfQuery[], at: number) =>
  queries.findIndex(({ query }) => new RegExp(`§${at}(?!\\d)`).test(query))

/** The functions, subqueries and names of `with` among a query's items of FROM. */
function itemsOf(query: string, queries: { query: string }[]): Item[] {
  const { flat, contents } = flattened(query)
  return [...flat.matchAll(/\b(?:from|join|using) /g)].flatMap(({ 0: word, index }) => {
    const list = flat.slice(index + word.length).split(clause)[0]!
    return list.split(',').flatMap((item): Item[] => {
      const [, name, bracket, given] =
        /^ ?(?:only |lateral )*(\w+)? ?(⟦\d+⟧)?(?: with ordinality)?(?: as)?(?: (\w+))?/.exec(item)!
      const content = bracket === undefined ? '' : contentOf(bracket, contents)
      const alias = given ?? name
      if (alias === undefined || (bracket === undefined && tables.has(name!))) return []
      if (name === undefined) return [{ alias, sources: signsIn(content) ?? ['*'] }]
      if (bracket === undefined) return [{ alias, sources: cteOf(name, queries) ?? ['*'] }]
      const company = functionsOfCompany.has(name) ? content.split(',')[0]!.trim() : ''
      return [{ alias, sources: [company === '' ? '*' : (sourceOf(company, contents) ?? '*')] }]
    })
  })
}

/** The query that `with` gives a name. */
function cteOf(name: string, queries: { query: string }[]): string[] | undefined {
  const defined = new RegExp(
    `\\b${name}(?: ?\\([^()]*\\))? as (?:(?:not )?materialized )?\\(((?:§\\d+)+)\\)`,
  )
  const signs = queries.flatMap(({ query }) => defined.exec(query)?.[1] ?? [])[0]
  return signs === undefined ? undefined : signsIn(signs)
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

/** Accepts `company_id in (…)` with parameters or a subquery as a comparison. */
function pairsInList(part: string, contents: string[]): Pair[] {
  const [, left, right] = /^ ?(⟦\d+⟧|(?:\w+\.)?company_id) in (⟦\d+⟧) ?$/.exec(part) ?? []
  if (left === undefined || right === undefined) return []
  const [, one = '', isFirst] = /^(?:(\w+)\.)?(company_id)\b/.exec(contentOf(left, contents)) ?? []
  const values = contentOf(right, contents)
  const [subquery] = isFirst === undefined ? [] : (signsIn(values) ?? [])
  if (subquery !== undefined) return [[one, subquery]]
  return isFirst !== undefined && /^(?:\$\d+(?:, )?)*$/.test(values) ? [[one, '?']] : []
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
