/** Reads a statement: its subqueries, and the tables that each query uses. */

import { knownTables } from './statements.ts'

export type Use = { table: string; alias: string; isWrite: boolean; isInsert: boolean }

/** The keywords that end a list of tables. */
export const clause =
  /\b(?:where|join|on|group|order|limit|offset|set|returning|for|window|having|cross|left|right|full|inner|values|loop|into|do|union|select|from|using|default|overriding|fetch)\b|;/

/** The tables that a statement reads or writes, including its subqueries. */
export const usesOf = (text: string) => queriesOf(text).flatMap(usesOfQuery)

/** The tables that a query names: after from, join, using, update and into, and after the commas of from. */
export function usesOfQuery(text: string): Use[] {
  const tableName =
    /(?<!distinct )\b(from|join|using|update|into|merge into|lock table|truncate|copy|(?:^|[(;] ?|as |all |union |except |intersect )table) /g
  return [...text.matchAll(tableName)].flatMap(({ 0: word, 1: verb, index }) => {
    const list = text.slice(index + word.length).split(clause)[0]!
    const items = /^(from|using|truncate)$/.test(verb!) ? withoutBrackets(list).split(',') : [list]
    return items.flatMap((item) => {
      const found =
        /^ ?(?:only |lateral )*"?(?:fiel"?\."?)?(\w+)\b"?( ?\()?(?: as)?(?: (\w+))?/.exec(item)
      const table = found?.[1]
      if (table === undefined || !knownTables.has(table)) return []
      // A bracket after the name means a function call, or after `into` and `copy` the written columns.
      if (found![2] !== undefined && !/^(into|copy)$/.test(verb!)) return []
      const alias = found![3] ?? table
      const isWrite = ['update', 'into', 'merge into', 'truncate', 'copy'].includes(verb!)
      const isDelete = verb === 'from' && /\bdelete $/.test(text.slice(0, index))
      return [{ table, alias, isWrite: isWrite || isDelete, isInsert: verb === 'into' }]
    })
  })
}

/** Removes the content of brackets and keeps the brackets. */
function withoutBrackets(text: string): string {
  const emptied = text.replaceAll(/\([^()]+\)/g, '()').replaceAll(/\(\(\)/g, '()')
  return emptied === text ? text : withoutBrackets(emptied)
}

/** The query without its subqueries, and each subquery as a separate query. */
function queriesOf(text: string): string[] {
  return nestedQueries(text).map(withoutSigns)
}

export const withoutSigns = (query: string) => query.replaceAll(/§\d+/g, '')

/** As queriesOf, with the sign `§n` in place of the subquery at index n, and `§n§m` in place of a union of two. */
export function nestedQueries(text: string): string[] {
  const parts: string[] = []
  const partsOf = (one: string) => one.split(/;|\b(?:union(?: all)?|except|intersect)\b/)
  const innermost = /\(([^()]*)\)/
  let rest = text
  for (let bracket = innermost.exec(rest); bracket; bracket = innermost.exec(rest)) {
    const content = bracket[1]!
    const isQuery = /^ ?(select|with|insert|update|delete)\b/.test(content)
    // Replace other brackets by signs that the search ignores.
    const signs = isQuery
      ? partsOf(content)
          .map((part) => `§${parts.push(part) - 1}`)
          .join('')
      : content
    rest = rest.replace(innermost, () => `‹${signs}›`)
  }
  return [...parts, ...partsOf(rest)].map((one) => one.replaceAll('‹', '(').replaceAll('›', ')'))
}

const lock = /\bfor (?:no key update|update|key share|share)\b|\block table\b/

export const hasRowLock = (text: string) => lock.test(text)
