import { expect, test } from 'vitest'

import { read, source } from './source.ts'

/** Passing the whole environment to a child process does not count as reading a variable. */
test('product code reads a variable of the environment in one file only', () => {
  const readers = source.filter(
    (file) =>
      /^(contract|database|engine|api|demo)\/|^scripts\/fiel\.ts$/.test(file) &&
      !/\.test\.ts$|^api\/testing\//.test(file) &&
      /process\.env(\[|\.\w)|\} = process\.env/.test(read(file)),
  )
  expect(readers).toEqual([
    'database/embedded/cluster.ts', // reads PATH and SystemRoot, which belong to the operating system
  ])
})
