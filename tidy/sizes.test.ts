import { type ESTree, parseSync, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'

import { endpoints } from '#contract/endpoints/endpoints.ts'

import { files, read, source, sqlFiles, tests } from './source.ts'

/** The lines that count: neither blank nor a comment. */
const lengthOf = (lines: string[]) =>
  lines.filter((line) => line.trim() && !/^\s*(\/\/|\/?\*|--)/.test(line)).length

// The linter measures TypeScript. A list of exceptions is compared as a whole, so that it can only shrink.
describe('sizes', () => {
  const maxFunctionLines = 70
  const maxFileLines = 400

  /** The functions that a file creates with a body in dollar quotes. */
  function sqlFunctions(file: string) {
    const created =
      /^create (?:or replace )?(?:function|procedure) ([\w.]+)[\s\S]*?(\$\w*\$)([\s\S]*?)\2/gm
    return [...read(file).matchAll(created)].map(([, name, , body]) => ({
      name: `${file} ${name}`,
      lines: lengthOf(body!.split('\n')),
    }))
  }

  test('the body of a SQL function has at most 70 lines', () => {
    const functions = sqlFiles.flatMap(sqlFunctions)
    const created = sqlFiles.flatMap((file) => [
      ...read(file).matchAll(/\bcreate (?:or replace )?(?:function|procedure)\b/g),
    ])
    expect(functions).toHaveLength(created.length)
    const long = functions.filter(({ lines }) => lines > maxFunctionLines)
    expect(long.map(({ name }) => name)).toEqual([])
  })

  test('a SQL file has at most 400 lines', () => {
    const long = sqlFiles.filter((file) => read(file).trimEnd().split('\n').length > maxFileLines)
    expect(long.toSorted()).toEqual([])
  })

  test('half of the code files have at most 90 lines, and nine of ten at most 200', () => {
    const lengths = files
      .filter((file) => /\.(ts|tsx|cjs|mjs|css|sql)$/.test(file))
      .map((file) => read(file).trimEnd().split('\n').length)
      .toSorted((one, other) => one - other)
    const lengthAt = (share: number) => lengths[Math.floor(lengths.length * share)]
    expect(lengthAt(0.5)).toBeLessThanOrEqual(90)
    expect(lengthAt(0.9)).toBeLessThanOrEqual(200)
  })

  test('a verb of the engine has at most 120 lines, and all files of engine/ledger/ have 300', () => {
    const lines = (folder: string) =>
      sqlFiles
        .filter((file) => file.startsWith(folder))
        .map((file) => read(file).trimEnd().split('\n').length)
    expect(Math.max(...lines('engine/verbs/'))).toBeLessThanOrEqual(120)
    expect(lines('engine/ledger/').reduce((sum, count) => sum + count)).toBeLessThanOrEqual(300)
  })

  test('the ledger knows no level, notice, webhook or voucher', () => {
    const others = /\b(level|notice|notification|webhook|voucher)/i
    const ledger = sqlFiles.filter((file) => file.startsWith('engine/ledger/'))
    expect(ledger.filter((file) => others.test(read(file)))).toEqual([])
  })

  test('each SQL function is named a second time in the product’s files', () => {
    const text = source
      .filter((file) => !tests.includes(file))
      .map(read)
      .join('\n')
    const names = sqlFiles.flatMap(sqlFunctions).map(({ name }) => name.split(' ')[1]!)
    const unused = names.filter((name) => text.match(new RegExp(`\\b${name}\\b`, 'g'))!.length < 2)
    expect(unused).toEqual([])
  })

  /** The lines of each function with braces. The formatter indents a closing brace like the line that opens it. */
  function testFunctions(file: string) {
    const lines = read(file).split('\n')
    return lines.flatMap((line, at) => {
      const isFunction = /(=>|\)(: .+)?) \{$/.test(line)
      const isOther = /^\s*(\} (else|catch)|if|for|while|switch|(test\.)?describe)\b/.test(line)
      if (!isFunction || isOther) return []
      const indent = /^ */.exec(line)![0]
      const length = lines.slice(at + 1).findIndex((next) => next.startsWith(`${indent}}`)) + 2
      return [{ file, lines: lengthOf(lines.slice(at, at + length)) }]
    })
  }

  // The linter would measure the callback of describe(), which holds tests, so it leaves the test files to this test.
  test('a function in a test file has at most 70 lines', () => {
    const functions = tests.flatMap(testFunctions)
    expect(functions.length).toBeGreaterThan(1_000)
    const long = functions.filter(({ lines }) => lines > maxFunctionLines)
    expect(long.map(({ file }) => file)).toEqual([])
  })
})

describe('the handler of a route', () => {
  const maxHandlerLines = 10
  const adding =
    /^(route|route\.withCredential|(app|scope)\.(get|post|put|patch|delete|all|route))$/

  type Handler = { route: string; lines: number | null; calls: string[] }

  /** The handlers that a file adds. `route` is the first argument as the source spells it: a path, or a key of `endpoints`. */
  function handlersOf(text: string): Handler[] {
    const handlers: Handler[] = []
    const textOf = ({ start, end }: { start: number; end: number }) => text.slice(start, end)
    const visitor = new Visitor({
      CallExpression({ callee, arguments: values }) {
        if (!adding.test(textOf(callee))) return
        const parts = values.flatMap<ESTree.Node>((part) =>
          part.type === 'ObjectExpression'
            ? part.properties.flatMap((one) => (one.type === 'Property' ? [one.value] : []))
            : [part],
        )
        const handler = parts.find(({ type }) => /^(Arrow)?FunctionExpression$/.test(type))
        const lines = handler ? lengthOf(textOf(handler).split('\n')) : null
        const calls = handler ? callsOf(textOf(handler)) : []
        handlers.push({ route: textOf(values[0]!), lines, calls })
      },
    })
    visitor.visit(parseSync('routes.ts', text).program)
    return handlers
  }

  /** The names of the functions that a handler calls. */
  function callsOf(handler: string): string[] {
    const text = `(${handler})`
    const calls: string[] = []
    const visitor = new Visitor({
      CallExpression: ({ callee }) => void calls.push(text.slice(callee.start, callee.end)),
    })
    visitor.visit(parseSync('handler.ts', text).program)
    return calls
  }

  const served = source.filter(
    (file) => /^(api|demo)\/(?!testing\/).*\.ts$/.test(file) && !tests.includes(file),
  )
  const handlers = served.flatMap((file) =>
    handlersOf(read(file)).map((handler) => ({ file, ...handler })),
  )

  test('a route’s handler has at most 10 lines, in api/ and demo/', () => {
    // No handler is missed: each endpoint has one, and at least 11 more belong to pages and files, which are no endpoints.
    const routes = handlers.map(({ route }) => route.replaceAll("'", ''))
    expect(routes).toEqual(expect.arrayContaining(Object.keys(endpoints)))
    expect(routes.length).toBeGreaterThan(Object.keys(endpoints).length + 10)
    const long = handlers.filter(({ lines }) => lines === null || lines > maxHandlerLines)
    expect(long).toEqual([])
  })

  /** The endpoints whose handler calls two functions that may read or write, each with the reason. */
  const severalCalls: Record<string, string> = {
    'POST /customer/login': 'calls one of two verbs: for a mailed link or for a password',
    'GET /company/{company_id}/settings':
      'adds the identity provider of the server’s configuration to the answer',
  }

  /** The verbs that a handler calls: its calls without `header` and `String`, which only shape the answer. */
  const verbsOf = ({ calls }: Handler) => calls.filter((call) => !/^(header|String)$/.test(call))

  // Two verbs are two transactions: if the second one fails, the writes of the first one stay.
  test('a handler of an endpoint calls one verb', () => {
    const ofEndpoints = handlers.flatMap((handler) => {
      const route = handler.route.replaceAll("'", '')
      return Object.hasOwn(endpoints, route) ? [{ route, verbs: verbsOf(handler).length }] : []
    })
    const others = ofEndpoints.filter(({ verbs }) => verbs !== 1).map(({ route }) => route)
    expect(others.toSorted()).toEqual(Object.keys(severalCalls).toSorted())
  })

  test.each([
    ['({ query, header }) => { header("a", String(1)); return read(query) }', ['read']],
    ['async (call) => { await countAttempt(call); return read(call) }', ['countAttempt', 'read']],
    ['async (call) => ({ a: await one(call), b: await two(call) })', ['one', 'two']],
    ['async (call) => [...(await one(two(call)))]', ['one', 'two']],
  ])('the rule finds a handler with its calls: %s', (handler, verbs) => {
    const [found] = handlersOf(`route('GET /a', ${handler})`)
    expect(verbsOf(found!)).toEqual(verbs)
  })

  test('a handler is measured at any position among the arguments', () => {
    const body = (lines: number) => `{${'\n  f()'.repeat(lines)}\n}`
    const measured = handlersOf(`
        route('GET /a', async (call) => ${body(9)}, guard)
        app.get<Query>('/b', { schema }, (request, reply) => ${body(8)})
        scope.route({ url: '/c', handler: async () => ${body(7)} })
        app.get('/d', handler)
        map.get('/e', () => 1)`)
    expect(measured.map(({ route, lines }) => ({ route, lines }))).toEqual([
      { route: "'GET /a'", lines: 11 },
      { route: "'/b'", lines: 10 },
      { route: expect.stringContaining("url: '/c'"), lines: 9 },
      { route: "'/d'", lines: null },
    ])
  })
})
