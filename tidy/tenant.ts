/** Finds the tables that a statement uses without binding their company_id to a value. */

import { contentOf, flattened, signsIn, sourceOf } from './brackets.ts'
import { compared, shared } from './comparisons.ts'
import { clause, nestedQueries, type Use, usesOfQuery, withoutSigns } from './queries.ts'
import { functionsOfCompany, tables, tablesWithCompany } from './statements.ts'

/**
 * An item of FROM that is no table. Its rows come from `sources`: the sides of a pair (comparisons.ts), `§n` for the
 * subquery n, or '*' for rows of any company.
 */
type Item = { alias: string; sources: string[] }

/**
 * `name` is bound to a company's id if all of `needs` are bound. The name `0.lot` is the alias lot in the query with the
 * index 0. The name `§n` stands for all items of the query n.
 */
type Rule = { name: string; needs: string[] }

/**
 * The tables of a statement whose company_id is not bound, directly or through another table, to a company's id. The
 * parameters and variables of a function are `declared`: their company_id counts as such an id.
 */
export function withoutCompany(text: string, declared: Set<string> = new Set()): string[] {
  const queries = queriesOf(text)
  const bound = boundOf(queries, declared)
  return queries.flatMap(({ query, uses }, at) => {
    const inserted = new Set([...query.matchAll(insertWithCompany)].map(([, to]) => to))
    return uses
      .filter(({ table }) => tablesWithCompany.has(table))
      .filter(({ alias, table, isInsert }) =>
        isInsert ? !inserted.has(table) : !bound.has(`${at}.${alias}`),
      )
      .map(({ table }) => table)
  })
}

/** An insert whose first column is company_id. Its first value must not be `$0`, a value that is not spelled as a company's id. */
const insertWithCompany =
  /\binto (\w+)(?: as \w+)? ?\( ?company_id\b[^()]*\) ?(?:overriding \w+ value )?(?:values ?\( ?|select )(?! ?(?:distinct )?\$0)/g

/**
 * The functions of a company (`functionsOfCompany`) that a statement calls with another first value than a company's id. The
 * company_id of an alias is such an id if the alias is bound.
 */
export function callsWithoutCompany(text: string, declared: Set<string> = new Set()): string[] {
  const queries = queriesOf(text)
  const bound = boundOf(queries, declared)
  return queries.flatMap(({ query }, at) => {
    const { flat, contents } = flattened(query)
    const calls = [flat, ...contents].flatMap((part) => [...part.matchAll(/\b(\w+) ?(⟦\d+⟧)/g)])
    return calls
      .filter(([, name, bracket]) => {
        if (!functionsOfCompany.has(name!)) return false
        const [first] = contentOf(bracket!, contents).split(',')
        const source = sourceOf(first!.replace(/^p_company_id => /, '').trim(), contents)
        return source === undefined || !bound.has(nameOf(source, queries, at, declared))
      })
      .map(([, name]) => name!)
  })
}

type Query = { query: string; uses: Use[]; read: string[]; items: Item[]; aliases: string[] }

/** The queries of a statement, with the aliases of their tables (`read`) and of their other items of FROM. */
function queriesOf(text: string): Query[] {
  const queries = nestedQueries(text)
  return queries.map((query) => {
    const uses = usesOfQuery(withoutSigns(query))
    const read = uses
      .filter(({ table, isInsert }) => tablesWithCompany.has(table) && !isInsert)
      .map(({ alias }) => alias)
    const items = itemsOf(query, queries)
    return { query, uses, read, items, aliases: [...read, ...items.map(({ alias }) => alias)] }
  })
}

/** The names that are bound to a company's id, in all queries of a statement. */
const boundOf = (queries: Query[], declared: Set<string>) =>
  boundNames(queries.flatMap((_, at) => rulesOf(queries, at, declared)))

function boundNames(rules: Rule[]): Set<string> {
  const bound = new Set(['?'])
  for (let before = -1; before !== bound.size;) {
    before = bound.size
    for (const { name, needs } of rules) if (needs.every((one) => bound.has(one))) bound.add(name)
  }
  return bound
}

/** The rules of the query at `at`. It may use an alias of an outer query as a source, but it binds only its own aliases. */
function rulesOf(queries: Query[], at: number, declared: Set<string>): Rule[] {
  const { query, read, items, aliases } = queries[at]!
  const named = (source: string) => nameOf(source, queries, at, declared)
  return [
    ...[...compared(query, read), ...shared(query, read)].map(([one, other]) => ({
      name: named(one),
      needs: [named(other)],
    })),
    ...items.map(({ alias, sources }) => ({ name: named(alias), needs: sources.map(named) })),
    { name: `§${at}`, needs: aliases.map(named) },
  ].filter(({ name }) => name === `§${at}` || name.startsWith(`${at}.`))
}

/** The name of a rule for a source that the query at `at` mentions. */
function nameOf(source: string, queries: Query[], at: number, declared: Set<string>): string {
  if (/^[?*§]/.test(source)) return source
  for (let outer = at; outer >= 0; outer = outerOf(queries, outer)) {
    if (source === '' || queries[outer]!.aliases.includes(source)) return `${outer}.${source}`
  }
  return declared.has(source) ? '?' : `unknown ${source}`
}

const outerOf = (queries: Query[], at: number) =>
  queries.findIndex(({ query }) => new RegExp(`§${at}(?!\\d)`).test(query))

/** The functions, subqueries and names of `with` among a query's items of FROM. */
function itemsOf(query: string, queries: string[]): Item[] {
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
function cteOf(name: string, queries: string[]): string[] | undefined {
  const defined = new RegExp(
    `\\b${name}(?: ?\\([^()]*\\))? as (?:(?:not )?materialized )?\\(((?:§\\d+)+)\\)`,
  )
  const signs = queries.flatMap((query) => defined.exec(query)?.[1] ?? [])[0]
  return signs === undefined ? undefined : signsIn(signs)
}
