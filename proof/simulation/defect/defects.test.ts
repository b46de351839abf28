import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { planted } from './defects.ts'

const root = join(import.meta.dirname, '../../..')

test('each planted defect applies in exactly one place', () => {
  const stale = planted.filter(
    ({ file, line, wrong }) =>
      readFileSync(join(root, file), 'utf8').split(line).length !== 2 || line === wrong,
  )
  expect(stale.map(({ name }) => name)).toEqual([])
  expect(planted.length).toBeGreaterThanOrEqual(15)
})
