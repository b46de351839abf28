/** Finds the statements of the source, in .sql functions and in TypeScript, and the functions that they call. */

import { read, source, sqlFiles, tests } from './source.ts'

/**
 * A function of a .sql file by its name, or a statement in TypeScript by its line. The parameters and variables of a
 * function are `declared`.
 */
export type Statement = { file: string; name: string; text: string; declared?: Set<string> }

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

/** The tables of Fiel. */
export const tables = new Set(definitions.keys())

/** The table of pg-boss's jobs, as `bare` spells it. Field company_id of a job's data names the company. */
const jobTable = 'pgboss_job'

export const knownTables = new Set([...tables, jobTable])

/** The tables with rows of companies. The others are the server's own. */
export const tablesWithCompany = new Set([
  ...[...definitions].flatMap(([table, columns]) =>
    /^ *company_id /m.test(columns) ? [table] : [],
  ),
  jobTable,
])

/** Tests, benchmarks, proofs, drills and the demo may use any table of any company. */
const isFree = (file: string) =>
  tests.includes(file) ||
  /^(bench|demo|deploy|e2e|proof)\/|^api\/testing\/|^database\/schema\//.test(file)

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

export function sqlFunctions(file: string, text: string): Statement[] {
  const created = /^create function (\w+)([\s\S]*?)\$\$([\s\S]*?)\$\$/gm
  return [...text.matchAll(created)].map(([, name, head, body]) => {
    const statement = bare(body!)
    return { file, name: name!, text: statement, declared: declaredBy(bare(head!), statement) }
  })
}

/** The names of the parameters, of the variables and of the records of loops. */
function declaredBy(head: string, body: string): Set<string> {
  const [, list = ''] = /^\((.*?)\) (?:returns|language)\b/.exec(head) ?? []
  const variables = [...body.matchAll(/\bdeclare (.*?)\bbegin\b/g)].flatMap(([, names]) =>
    names!.split(';'),
  )
  return new Set([
    ...[...list.matchAll(/(?:^|,) ?(?:in |out |inout |variadic )?(\w+) /g)].map(
      ([, name]) => name!,
    ),
    ...variables.flatMap((one) => /^ ?(\w+)/.exec(one)?.[1] ?? []),
    ...[...body.matchAll(/\b(?:for|foreach) (\w+) in\b/g)].map(([, name]) => name!),
  ])
}

/**
 * Templates with the tag `sql`, and other literals that begin like a statement. In place of a value that is spelled as a
 * company's id they have `$1`, and `$0` in place of every other value.
 */
export function literals(file: string, text: string): Statement[] {
  const found: Statement[] = []
  for (let at = 0; at < text.length; at = endOf(text, at)) {
    if (!/['"`]/.test(text[at]!)) continue
    const content = text
      .slice(at + 1, endOf(text, at) - 1)
      .replaceAll(/\$\d+|\$\{([^}]*)\}/g, parameterOf)
    const isTagged = /\bsql$/.test(text.slice(at - 4, at))
    if (
      isTagged ||
      /^\s*(select|insert|update|delete|with|lock|truncate|merge|copy|table)\s/i.test(content)
    ) {
      const name = `line ${text.slice(0, at).split('\n').length}`
      found.push({ file, name, text: bare(content) })
    }
  }
  return found
}

/** The parameter that stands for a value. A literal without the tag `sql` has only the numbers of its values. */
function parameterOf(_: string, value = ''): string {
  return /^(?:(?:\w+\.)*company_id!?|(?:\w+\.)*company\.id)$/.test(value) ? '$1' : '$0'
}

/** The end of the comment, literal or character that begins at `at`. */
function endOf(text: string, at: number): number {
  const token =
    /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\}|[^`\\])*`|[\s\S]/y
  token.lastIndex = at
  return at + token.exec(text)![0].length
}

/** The text without comments and string literals, in lower case, with single spaces. A job's company becomes a column. */
export function bare(text: string): string {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\bdata ->> 'company_id'/g, 'company_id')
    .replaceAll(/\bpgboss\."?job\b"?/g, jobTable)
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase()
}
