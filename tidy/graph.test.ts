/** The folders of api/ and engine/: imports, and SQL calls of SQL functions and of statements in TypeScript, as one graph. */

import { posix } from 'node:path'

import { describe, expect, test } from 'vitest'

import { cycleOf, importsBetween, type Step } from './imports.ts'
import { callsOf, created, type Statement, statements } from './statements.ts'

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

describe('the folders of api/ and engine/', () => {
  test('use each other in one direction, by import and by statement', () => {
    expect(steps.length).toBeGreaterThan(600)
    expect(cycleOf(steps)).toEqual([])
  })

  test('a call in a statement of TypeScript counts as an import does', () => {
    const back = {
      file: 'api/company/lookup.ts',
      name: 'line 1',
      text: 'select named_customers($1)',
    }
    const found = callsBetween([back])
    expect(found.map(({ to }) => to)).toEqual(['api/member-code'])
    expect(cycleOf([...steps, ...found])).not.toEqual([])
  })
})
