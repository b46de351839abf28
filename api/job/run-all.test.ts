import { expect, test } from 'vitest'

import { runAll } from './run-all.ts'

test('a part of a job that fails stops no other part, and its error is thrown at the end [D16]', async () => {
  const done: string[] = []
  const part = (name: string, error?: string) => async () => {
    done.push(name)
    if (error !== undefined) throw new Error(error)
  }
  const run = runAll([part('one'), part('two', 'first'), part('three', 'second'), part('four')])
  await expect(run).rejects.toThrow('first')
  expect(done).toEqual(['one', 'two', 'three', 'four'])
})

test('an abort ends a job before its next part [D16]', async () => {
  const aborting = new AbortController()
  const done: string[] = []
  const run = runAll(
    [
      async () => {
        done.push('one')
        aborting.abort(new Error('aborted'))
      },
      async () => done.push('two'),
    ],
    aborting.signal,
  )
  await expect(run).rejects.toThrow('aborted')
  expect(done).toEqual(['one'])
})
