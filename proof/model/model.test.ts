import { expect, test } from 'vitest'

import { outcomeOf } from './model.ts'

test('a chunk of the model has the steps that its test prints', () => {
  const output =
    'one after the other: 2031 steps agree, from seed 7000\n Tests 1 passed | 1 skipped'
  expect(outcomeOf(7, output)).toEqual({ steps: 2031, wrongs: [], reached: {} })
})

test('a history that differs from the model is a wrong with the command that repeats it', () => {
  const output = `one after the other: failed; npm run soak -- --seed 7003 --clients 8
Error: Property failed after 4 tests
{ seed: 7003, path: "3:1" }
expected 5 to equal 6
 Tests 1 failed | 1 skipped`
  const { steps, wrongs } = outcomeOf(7, output)
  expect(steps).toBe(0)
  expect(wrongs).toEqual([
    expect.stringMatching(/^npm run soak -- --seed 7003 differs .*5 to equal 6/),
  ])
})

test('a test that did not run is a wrong', () => {
  expect(outcomeOf(7, 'Error: no server').wrongs).toEqual([
    expect.stringMatching(/^SOAK_SEED=7000 .*no server/),
  ])
})
