import { posix } from 'node:path'

import { describe, expect, test } from 'vitest'

import { cycleOf, type Step } from './imports.ts'
import { callsOf, created, type Statement, statements } from './statements.ts'

/** The calls of SQL functions that lead from one folder to another. The files directly in engine/ are its top floor. */
function stepsOf(callers: Statement[]): Step[] {
  return callers
    .flatMap(({ file, name, text }) =>
      callsOf(text).map((callee) => ({
        from: posix.dirname(file),
        to: posix.dirname(created.get(callee)!),
        at: `${file} ${name} calls ${callee}`,
      })),
    )
    .filter(({ from, to }) => from !== to)
}

const functions = statements.filter(({ file }) => file.endsWith('.sql'))

describe('the SQL functions', () => {
  test('of the folders call each other in one direction', () => {
    expect(stepsOf(functions).length).toBeGreaterThan(100)
    expect(cycleOf(stepsOf(functions))).toEqual([])
  })

  test('a call back is told by the function of each step', () => {
    const back = {
      file: 'api/notification/stored/notification.sql',
      name: 'notice_prize',
      text: 'select prizes_in_reach($1, $2, $3, $4)',
    }
    expect(cycleOf(stepsOf([...functions, back])).toSorted()).toEqual([
      'api/level → api/notification/stored: api/level/settle.sql tell_level calls add_notices',
      'api/notification/stored → api/prize: api/notification/stored/notification.sql notice_prize calls prizes_in_reach',
      'api/prize → api/level: api/prize/prize.sql redeemer_of calls level_amount',
    ])
  })

  test('ignores SQL calls within one folder', () => {
    const within = { file: 'api/prize/prize.sql', name: 'f', text: 'select stock_left($1, $2)' }
    expect(stepsOf([within])).toEqual([])
  })
})
