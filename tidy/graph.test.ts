/** The folders of api/ and engine/: imports, and SQL calls of SQL functions and of statements in TypeScript, as one graph. */

import { posix } from 'node:path'

import { describe, expect, test } from 'vitest'

import { cycleOf, importsBetween, type Step } from './imports.ts'
import { callsOf, created, type Statement, statements } from './statements.ts'

/** Steps against the direction of the others. `uses`: the SQL functions or the file that is used. */
const exceptions: { from: string; to: string; uses: string[]; why: string }[] = [
  {
    from: 'api/company',
    to: 'api/level',
    uses: ['api/level/levels.ts'],
    why: 'The page of a company names its levels, and a level counts in the time zone of its company.',
  },
]

/** The calls of SQL functions that lead from one folder to another. */
function callsBetween(callers: Statement[]): Step[] {
  return callers.flatMap(({ file, name, text }) =>
    callsOf(text).map((callee) => ({
      from: posix.dirname(file),
      to: posix.dirname(created.get(callee)!),
      at: `${file} ${name} calls ${callee}`,
    })),
  )
}

/** Neither an owner's top floor nor a room is a folder: api/jobs.ts and engine/apply.sql stand above all folders. */
const isFolder = (place: string) => /^(api|engine)\/./.test(place)

const steps = [
  ...importsBetween((file) => (isFolder(posix.dirname(file)) ? posix.dirname(file) : null)),
  ...callsBetween(statements),
].filter(({ from, to }) => from !== to && isFolder(from) && isFolder(to))

function isExcepted(step: Step, exception: (typeof exceptions)[number]): boolean {
  return (
    step.from === exception.from &&
    step.to === exception.to &&
    exception.uses.some((used) => step.at.endsWith(` ${used}`))
  )
}

const withoutExceptions = (left: typeof exceptions) =>
  steps.filter((step) => !left.some((exception) => isExcepted(step, exception)))

describe('the folders of api/ and engine/', () => {
  test('use each other in one direction, by import and by statement, but for the listed steps', () => {
    expect(steps.length).toBeGreaterThan(600)
    expect(cycleOf(withoutExceptions(exceptions))).toEqual([])
  })

  test.each(exceptions)('$from → $to is still needed as an exception', (exception) => {
    const others = exceptions.filter((one) => one !== exception)
    expect(cycleOf(withoutExceptions(others))).not.toEqual([])
    const unused = exception.uses.filter(
      (used) => !steps.some((step) => isExcepted(step, { ...exception, uses: [used] })),
    )
    expect(unused).toEqual([])
  })

  test('a call in a statement of TypeScript counts as an import does', () => {
    const back = {
      file: 'api/company/lookup.ts',
      name: 'line 1',
      text: 'select named_customers($1)',
    }
    const found = callsBetween([back])
    expect(found.map(({ to }) => to)).toEqual(['api/member-code'])
    expect(cycleOf([...withoutExceptions(exceptions), ...found])).not.toEqual([])
  })
})
