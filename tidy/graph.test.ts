/** The folders of the repository: imports, and calls of SQL functions by SQL functions and by TypeScript, as one graph. */

import { posix } from 'node:path'

import { describe, expect, test } from 'vitest'

import { cycleOf, importsBetween, type Step } from './imports.ts'
import { callsOf, created, type Statement, statements } from './statements.ts'

/** The calls of SQL functions that lead from one folder to another. */
function callsBetween(callers: Statement[]): Step[] {
  return callers
    .flatMap(({ file, name, text }) =>
      callsOf(text).map((called) => ({
        from: posix.dirname(file),
        to: posix.dirname(created.get(called)!),
        at: `${file} ${name} calls ${called}`,
      })),
    )
    .filter(({ from, to }) => from !== to)
}

// The root is no folder of the product: its files configure tools and name the release.
const imports = importsBetween((file) => (file.includes('/') ? posix.dirname(file) : null))
const calls = callsBetween(statements)

describe('the folders', () => {
  test('folders use each other in one direction, by import and by SQL call', () => {
    expect(imports.length).toBeGreaterThan(2_000)
    expect(calls.length).toBeGreaterThan(400)
    expect(cycleOf([...imports, ...calls])).toEqual([])
  })

  test('a cycle of folders through a SQL call is reported with the function of each step', () => {
    const back = {
      file: 'api/notification/stored/notification.sql',
      name: 'notice_prize',
      text: 'select prize_card($1, $2)',
    }
    expect(cycleOf(callsBetween([...statements, back])).toSorted()).toEqual([
      'api/level/stored → api/notification/stored: api/level/stored/settle.sql tell_level calls add_notices',
      'api/notification/stored → api/prize/stored: api/notification/stored/notification.sql notice_prize calls prize_card',
      'api/prize/stored → api/level/stored: api/prize/stored/prize.sql redeemer_of calls level_amount',
    ])
  })

  test('a SQL call in a statement of TypeScript counts like an import', () => {
    const back = {
      file: 'engine/idempotency/purge-keys.ts',
      name: 'line 1',
      text: 'select history($1)',
    }
    const added = callsBetween([back])
    expect(added.map(({ to }) => to)).toEqual(['engine'])
    expect(cycleOf([...imports, ...calls, ...added])).not.toEqual([])
  })

  test('a file may call SQL functions of its own folder', () => {
    const within = {
      file: 'api/prize/stored/prize.sql',
      name: 'f',
      text: 'select prize_card($1, $2)',
    }
    expect(callsBetween([within])).toEqual([])
  })
})
