import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { exceptions, pushedDown } from './exceptions.ts'
import { summaryOf } from './summary.ts'

const root = join(import.meta.dirname, '../..')

const passed = (file: string) => ({
  name: join(root, file),
  status: 'passed',
  assertionResults: [{ status: 'passed' }, { status: 'passed' }],
})
const failed = {
  name: join(root, 'api/b.test.ts'),
  status: 'failed',
  assertionResults: [{ status: 'passed' }, { status: 'failed' }],
}

test('at most 15 test files are left out on a cluster; each exists and has a reason [D19]', () => {
  const files = Object.keys(exceptions)
  expect(files.length).toBeLessThanOrEqual(15)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  expect(files).not.toContain(pushedDown)
  for (const reason of Object.values(exceptions)) expect(reason).toMatch(/\w+ \w+/)
})

test('a whole run fails without the test that calls are sent to a worker [D19]', () => {
  const run = { root, isWhole: true, minutes: 1.2 }
  const without = summaryOf({ testResults: [passed('api/a.test.ts'), failed] }, run)
  expect(without.hasPassed).toBe(false)
  expect(without.lines[0]).toBe('1 of 2 files passed, 3 of 4 tests passed, in 2 min.')
  expect(without.lines.at(-1)).toContain(`FAILED: ${pushedDown}`)
  const { lines, hasPassed } = summaryOf({ testResults: [passed(pushedDown)] }, run)
  expect(hasPassed).toBe(true)
  const listed = Object.entries(exceptions).map(([file, reason]) => `  ${file}: ${reason}`)
  expect(lines.slice(2)).toEqual(listed)
})

test('the summary of a run of some files lists no file that was left out', () => {
  const run = { root, isWhole: false, minutes: 0.1 }
  expect(summaryOf({ testResults: [passed('api/a.test.ts')] }, run)).toEqual({
    hasPassed: true,
    lines: ['1 of 1 files passed, 2 of 2 tests passed, in 1 min.'],
  })
})
