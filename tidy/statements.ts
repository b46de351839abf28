/** Finds the statements of the source, in .sql functions and in TypeScript, and the tables and functions that they use. */

import { read, source, sqlFiles, tests } from './source.ts'

/** A function of a .sql file by its name, or a statement in TypeScript by its line. */
export type Statement = { file: string; name: string; text: string }

/** The tables that migrations make and do not drop, and the text between the brackets of each. */
const definitions = new Map(
  source
    .filter((file) => file.startsWith('database/') && !tests.includes(file))
    .flatMap((file) => [
      ...read(file).matchAll(/create table (?:if not exists )?(\w+) \(([\s\S]*?)^ *\)/gm),
    ])
    .map(([, table, columns]) => [table!, columns!]),
)

const dropped = source
  .filter((file) => file.startsWith('database/schema/'))
  .flatMap((file) => [...read(file).matchAll(/^drop table (\w+);/gm)].map(([, table]) => table!))
for (const table of dropped) definitions.delete(table)

export const tables = new Set(definitions.keys())

/** The tables with rows of companies. The others are the server's own. */
export const tablesWithCompany = new Set(
  [...definitions].flatMap(([table, columns]) => (/^ *company_id /m.test(columns) ? [table] : [])),
)

/** Tests, benchmarks and the demo may use any table of any company. */
const isFree = (file: string) =>
  tests.includes(file) || /^(bench|demo|e2e)\/|^api\/testing\/|^database\/schema\//.test(file)

export const statements: Statement[] = source
  .filter((file) => /\.(ts|tsx|sql)$/.test(file) && !isFree(file))
  .flatMap((file) =>
    file.endsWith('.sql') ? sqlFunctions(file, read(file)) : literals(file, read(file)),
  )

/** The file that creates each SQL function. */
export const created = new Map(
  sqlFiles.flatMap((file) =>
    [...read(file).matchAll(/^create function (\w+)/gm)].map(([, name]) => [name!, file]),
  ),
)

/** The SQL functions whose first parameter is a company's id. Their rows are of this company. */
export const functionsOfCompany = new Set(
  sqlFiles.flatMap((file) =>
    [...read(file).matchAll(/^create function (\w+)\(\s*p_company_id uuid/gm)].map(
      ([, name]) => name!,
    ),
  ),
)

/** The SQL functions of the repository that a statement calls. */
export function callsOf(text: string): string[] {
  return [...text.matchAll(/\b(\w+) ?\(/g)]
    .map(([, name]) => name!)
    .filter((name) => created.has(name))
}

function sqlFunctions(file: string, text: string): Statement[] {
  const created = /^create function (\w+)[\s\S]*?\$\$([\s\S]*?)\$\$/gm
  return [...text.matchAll(created)].map(([, name, body]) => ({
    file,
    name: name!,
    text: bare(body!),
  }))
}

/** Templates with the tag `sql`, and other literals that begin like a statement. A value in a template counts as a parameter. */
function literals(file: string, text: string): Statement[] {
  const found: Statement[] = []
  for (let at = 0; at < text.length; at = endOf(text, at)) {
    if (!/['"`]/.test(text[at]!)) continue
    const content = text.slice(at + 1, endOf(text, at) - 1).replaceAll(/\$\{[^}]*\}/g, '$1')
    const isTagged = /\bsql$/.test(text.slice(at - 4, at))
    if (isTagged || /^\s*(select|insert|update|delete|with|lock|truncate|merge)\s/i.test(content)) {
      const name = `line ${text.slice(0, at).split('\n').length}`
      found.push({ file, name, text: bare(content) })
    }
  }
  return found
}

/** The end of the comment, literal or character that begins at `at`. */
function endOf(text: string, at: number): number {
  const token =
    /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`|[\s\S]/y
  token.lastIndex = at
  return at + token.exec(text)![0].length
}

/** The text without comments and string literals, in lower case, with single spaces. */
function bare(text: string): string {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}

type Use = { table: string; alias: string; isWrite: boolean; isInsert: boolean }

/** The keywords that end a list of tables. */
export const clause =
  /\b(?:where|join|on|group|order|limit|offset|set|returning|for|window|having|cross|left|right|full|inner|values|loop|into|do|union|select|from|using|default|overriding|fetch)\b|;/

/** The tables that a statement reads or writes, including its subqueries. */
export const usesOf = (text: string) => queriesOf(text).flatMap(usesOfQuery)

/** The tables that a query names: after from, join, using, update and into, and after the commas of from. */
export function usesOfQuery(text: string): Use[] {
  const tableName =
    /(?<!distinct )\b(from|join|using|update|into|merge into|lock table|truncate|(?:^|[(;] ?|as |all |union |except |intersect )table) /g
  return [...text.matchAll(tableName)].flatMap(({ 0: word, 1: verb, index }) => {
    const list = text.slice(index + word.length).split(clause)[0]!
    const items = /^(from|using|truncate)$/.test(verb!) ? withoutBrackets(list).split(',') : [list]
    return items.flatMap((item) => {
      const found =
        /^ ?(?:only |lateral )*"?(?:fiel"?\."?)?(\w+)\b"?( ?\()?(?: as)?(?: (\w+))?/.exec(item)
      const table = found?.[1]
      if (table === undefined || !tables.has(table)) return []
      // A bracket after the name means a function call, or after `into` the columns of an insert.
      if (found![2] !== undefined && verb !== 'into') return []
      const alias = found![3] ?? table
      const isWrite = ['update', 'into', 'merge into', 'truncate'].includes(verb!)
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
