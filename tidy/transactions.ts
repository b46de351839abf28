/** Finds the functions of api/ that commit in several places. */

import { posix } from 'node:path'

import { parseSync, Visitor } from 'vite'

import { read, source, sqlFiles, tests } from './source.ts'
import { callsOf, literals } from './statements.ts'

type Span = { start: number; end: number }
type Call = Span & { callee: string; values: string[] }
/** A named function and its calls. Calls in a named function inside it belong to that inner function. */
type Code = Span & { file: string; name: string; within: Code | undefined; calls: Call[] }

/** The files of api/ with verbs. Files that only join routes and parts are left out: a handler calls one verb (sizes.test.ts). */
export const verbFiles = new Map(
  source
    .filter((file) => /^api\/.*\.ts$/.test(file) && !tests.includes(file))
    .filter((file) => !/\/testing\/|[/-]routes\.ts$|^api\/(app|main)\.ts$/.test(file))
    .map((file) => [file, read(file)]),
)

/** The SQL functions that may write. PostgreSQL refuses a write in a function that is stable or immutable. */
const writers = new Set(
  sqlFiles
    .flatMap((file) => [...read(file).matchAll(/^create function (\w+)([\s\S]*?)\$\$/gm)])
    .filter(([, , head]) => !/\b(?:stable|immutable)\b/.test(head!))
    .map(([, name]) => name!),
)

/**
 * The functions in which two or more calls commit, as `api/slice/file.ts verb`. A call that gets the connection of a
 * transaction, by the name `connection`, commits nothing. A call in a loop counts once, and each branch of a condition counts.
 */
export function severalCommits(texts: Map<string, string>): string[] {
  const codes = [...texts].flatMap(([file, text]) => functionsOf(file, text))
  const imports = new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]))
  const committing = new Set<Code>()
  const targetOf = (code: Code, callee: string) => {
    const imported = imports.get(code.file)!.get(callee)
    if (imported) return codes.find(({ file, name }) => `${file} ${name}` === imported)
    // Otherwise the callee is a function of this file that the call can see. It is at the top of the file, or in a function
    // around the call.
    const around = new Set([undefined, code, ...outersOf(code)])
    return codes.find(
      ({ file, name, within }) => file === code.file && name === callee && around.has(within),
    )
  }
  const commitsOf = (code: Code) =>
    code.calls.filter((call) => {
      if (call.values.includes('connection')) return false
      const target = targetOf(code, call.callee)
      return target ? target !== code && committing.has(target) : commits(call)
    })
  for (let before = -1; before !== committing.size;) {
    before = committing.size
    for (const code of codes) if (commitsOf(code).length > 0) committing.add(code)
  }
  const several = codes.filter((code) => commitsOf(code).length > 1)
  return several.map(({ file, name }) => `${file} ${name}`)
}

function outersOf({ within }: Code): Code[] {
  return within ? [within, ...outersOf(within)] : []
}

/** Whether a call of a function outside these files commits: the engine, the queues and `database/sql.ts`. */
function commits({ callee, values }: Call): boolean {
  if (/^(\w+\.)?(engine\.apply|queueMail|queuePush)$|^transaction$/.test(callee)) return true
  if (!/^rows?$/.test(callee)) return false
  return literals('a.ts', values[1] ?? '').some(
    ({ text }) =>
      /\b(insert into|(?<!\bfor (?:no key )?)update|delete from|merge into)\b/.test(text) ||
      callsOf(text).some((name) => writers.has(name)),
  )
}

/** The named functions of a file. A call within the callback of `transaction(…)` is a part of that transaction. */
function functionsOf(file: string, text: string): Code[] {
  const functions: Code[] = []
  const calls: Call[] = []
  const textOf = ({ start, end }: Span) => text.slice(start, end)
  const add = (name: string, { start, end }: Span) =>
    void functions.push({ file, name, start, end, within: undefined, calls: [] })
  const visitor = new Visitor({
    FunctionDeclaration: (code) => code.id && add(code.id.name, code),
    VariableDeclarator({ id, init }) {
      if (init && /^(Arrow)?FunctionExpression$/.test(init.type)) add(nameIn(textOf(id)), init)
    },
    CallExpression({ callee, arguments: values, start, end }) {
      calls.push({ callee: textOf(callee), values: values.map(textOf), start, end })
    },
  })
  visitor.visit(parseSync(file, text).program)
  const transactions = calls.filter(({ callee }) => callee === 'transaction')
  for (const code of functions) code.within = innermost(code, functions)
  for (const call of calls) {
    if (innermost(call, transactions) === undefined) innermost(call, functions)?.calls.push(call)
  }
  return functions
}

/** The name of a variable, before its type. */
const nameIn = (text: string) => /^\w+/.exec(text)?.[0] ?? ''

/** The smallest of the spans around one. */
function innermost<Outer extends Span>(inner: Span, spans: Outer[]): Outer | undefined {
  return spans
    .filter((one) => one !== inner && one.start <= inner.start && one.end >= inner.end)
    .toSorted((one, other) => one.end - one.start - (other.end - other.start))[0]
}

/** The imported functions: the name in this file, and `file name` of the other. */
function importsOf(file: string, text: string): Map<string, string> {
  const imports = [...text.matchAll(/^import \{([^}]*)\} from '([#.][^']+)'/gm)]
  return new Map(
    imports.flatMap(([, names, path]) => {
      const target = path!.startsWith('#') ? path!.slice(1) : posix.join(posix.dirname(file), path!)
      return names!.split(',').map((name): [string, string] => {
        const [there, here = there] = name.trim().split(' as ')
        return [here!, `${target} ${there}`]
      })
    }),
  )
}
