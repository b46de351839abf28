import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { defects } from './defects.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

test('each defect still applies in exactly one place and names an existing test', () => {
  const stale = defects.filter(
    ({ file, line, wrong, test }) =>
      read(file).split(line).length !== 2 ||
      line === wrong ||
      !read(test.file).includes(test.title),
  )
  expect(stale.map(({ name }) => name)).toEqual([])
  expect(defects.length).toBeGreaterThanOrEqual(111)
  expect(new Set(defects.map(({ name }) => name)).size).toBe(defects.length)
})
