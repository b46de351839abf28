import { describe, expect, test } from 'vitest'

import { standingQueue } from './standing-queue.ts'

describe('the queue that shows overload', () => {
  /** Calls with these numbers in progress come every 10 ms; returns what each counts as. */
  function counted(lengths: number[], burst = 1_000): number[] {
    let now_ms = 0
    const count = standingQueue(burst, () => now_ms)
    return lengths.map((length) => {
      now_ms += 10
      return count(length)
    })
  }

  test('a burst that is answered within 250 ms does not count [T20]', () => {
    const burst = [...Array.from({ length: 24 }, (_, at) => 10 * at), 0]
    expect(Math.max(...counted([...burst, ...burst, ...burst]))).toBe(0)
  })

  test('a queue counts once it has stood for 500 ms, with its shortest length [T20]', () => {
    const standing = Array.from({ length: 60 }, (_, at) => 100 + (at % 2))
    const found = counted(standing)
    expect(found.slice(0, 24)).toEqual(Array.from({ length: 24 }, () => 0))
    expect(found.slice(50)).toEqual(Array.from({ length: 10 }, () => 100))
  })

  test('a queue stops counting with the first call that finds it short [T20]', () => {
    const standing = Array.from({ length: 60 }, () => 100)
    expect(counted([...standing, 3, 100]).slice(-3)).toEqual([100, 3, 3])
  })

  test('what is above the burst counts at once [T20]', () => {
    expect(counted([250, 251, 400], 250)).toEqual([0, 1, 150])
  })
})
