import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'

import { read, source, tests } from './source.ts'

type Span = { start: number; end: number }

/**
 * The lines of catches that swallow: they neither throw nor use the error. Such a catch needs a comment with the reason, in its
 * statement or on the line above the statement.
 */
function withoutReason(text: string, file = 'a.ts'): number[] {
  const { program, comments } = parseSync(file, text)
  const lineAt = (index: number) => text.slice(0, index).split('\n').length
  const statements: Span[] = []
  const swallowing: Span[] = []
  const addStatement = ({ start, end }: Span) => void statements.push({ start, end })

  function check({ start, end }: Span, param: Span | null | undefined, body: Span): void {
    const handler = text.slice(body.start, body.end)
    // A catch with a pattern, such as `{ code }`, has no name and counts as a use of the error.
    const name = param && /^\w+/.exec(text.slice(param.start, param.end))?.[0]
    const isUsed = param && (!name || new RegExp(`\\b${name}\\b`).test(handler))
    if (!isUsed && !/\bthrow\b/.test(handler)) swallowing.push({ start, end })
  }

  const visitor = new Visitor({
    ExpressionStatement: addStatement,
    VariableDeclaration: addStatement,
    ReturnStatement: addStatement,
    IfStatement: addStatement,
    TryStatement: addStatement,
    CatchClause: (clause) => check(clause, clause.param, clause.body),
    CallExpression(call) {
      const { callee, arguments: handlers } = call
      if (callee.type !== 'MemberExpression') return
      if (text.slice(callee.property.start, callee.property.end) !== 'catch') return
      const [handler] = handlers
      if (handler?.type !== 'ArrowFunctionExpression') return
      check(call, handler.params[0], handler.body)
    },
  })
  visitor.visit(program)

  return swallowing
    .filter(({ start, end }) => {
      const around = statements
        .filter((one) => one.start <= start && one.end >= end)
        .toSorted((one, other) => one.end - one.start - (other.end - other.start))
      const first = around[0]?.start ?? start
      return !comments.some(
        (comment) =>
          (comment.start >= first && comment.end <= end) ||
          lineAt(comment.end) === lineAt(first) - 1,
      )
    })
    .map(({ end }) => lineAt(end))
}

test('a catch that swallows an error has a comment with the reason', () => {
  const product = source.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !tests.includes(file) &&
      !/^(api\/testing|bench|e2e|proof)\//.test(file),
  )
  const silent = product.flatMap((file) =>
    withoutReason(read(file), file).map((line) => `${file}:${line}`),
  )
  expect(silent).toEqual([])
})

// Both turn a failure into its sentence and let a defect pass. A third copy of that would be one too many.
test('a component of the console runs an act by useAction and a form by useContractForm', () => {
  const components = source.filter((file) => /^console\/.*\.tsx$/.test(file))
  expect(components.length).toBeGreaterThan(80)
  expect(components.filter((file) => /\bcatch \(|\.catch\(\(?\w/.test(read(file)))).toEqual([])
})

test.each([
  ['try { read() } catch {}', [1]],
  ['try { read() } catch (error) { return null }', [1]],
  ['await read().catch(() => undefined)', [1]],
  ['// Why.\n\nawait read().catch(() => undefined)', [3]],
  ['const value = read()\n  .then(parse)\n  .catch((error) => null)', [3]],
  ['// The screen tries again.\nawait read().catch(() => undefined)', []],
  ['read()\n  // The screen tries again.\n  .catch(() => undefined)', []],
  ['try { read() } catch { /* It is a hint. */ }', []],
  ['try { read() } catch (error) { log(error) }', []],
  ['try { read() } catch { throw new Lost() }', []],
  ['read().catch(({ code }) => answer(code))', []],
] as const)('the rule of catches sees whether a catch has a reason: %j', (text, lines) => {
  expect(withoutReason(`async function work() {${text}\n}`)).toEqual(lines)
})
