import { expect, test } from 'vitest'

import { randomFrom } from '../traffic/random.ts'
import { elleHistory } from './elle.ts'
import { judge } from './judge.ts'
import type { Field, Fields, Operation } from './operation.ts'
import { isExplained } from './testing/every-order.ts'
import { simulated } from './testing/simulate.ts'

/** Printed on failure by the assertion that carries it. */
const seeds = Array.from({ length: 60 }, (_, n) => n + 1)
/** Histories with few calls beside each other, and with up to a dozen. */
const reaches_ms = [0, 1, 3, 6]

function optionsOf(seed: number) {
  return { operations: 70, reach_ms: reaches_ms[seed % 4]!, unknown: seed % 6 }
}

test('every history of sequential effects seen through overlapping calls is explained [I5]', () => {
  const judged = seeds.map((seed) => ({ seed, wrongs: judge(simulated(seed, optionsOf(seed))) }))
  expect(judged.filter(({ wrongs }) => wrongs.length > 0)).toEqual([])
})

test('a history with one altered figure or error is refused in at least 95 of 100 cases [I5]', () => {
  const missed = seeds.filter((seed) => {
    const history = simulated(seed, optionsOf(seed))
    alter(history, seed)
    return judge(history).length === 0
  })
  expect(missed.length, `seeds ${missed.join(' ')}`).toBeLessThanOrEqual(seeds.length * 0.05)
})

test('on short histories, altered or not, the search agrees with one that tries every order [I5]', () => {
  const verdicts = Array.from({ length: 300 }, (_, seed) => {
    const history = simulated(seed, { operations: 7, reach_ms: 5, unknown: 20 }).slice(0, -1)
    if (seed % 2 === 0) alter(history, seed)
    return { seed, isExplained: isExplained(history), isJudged: judge(history).length === 0 }
  })
  expect(verdicts.filter((one) => one.isExplained !== one.isJudged)).toEqual([])
  const explained = verdicts.filter((one) => one.isExplained).length
  expect(explained).toBeGreaterThan(100)
  expect(verdicts.length - explained).toBeGreaterThan(100)
})

test('in EDN a process has one call at a time, and none after a call without an answer', () => {
  const lines = elleHistory(simulated(7, { operations: 200, reach_ms: 4, unknown: 4 })).split('\n')
  const inFlight = new Map<string, 'invoke' | 'info'>()
  for (const line of lines.slice(0, -1)) {
    const [, type, process] = /^\{:index \d+, :type :(\w+), :process (\d+), :f :txn, /.exec(line)!
    if (type === 'invoke') expect(inFlight.has(process!), line).toBe(false)
    if (type === 'invoke' || type === 'info') inFlight.set(process!, type)
    else inFlight.delete(process!)
  }
  const read = lines.findLast((line) => line.includes(':r 0 ['))!.replace(/.*:r 0 \[|\].*/g, '')
  expect(read.split(' ').length).toBeGreaterThan(50)
  const appended = new Set(
    [...lines.join('').matchAll(/:append 0 (\d+)/g)].map(([, value]) => value),
  )
  expect(read.split(' ').filter((value) => !appended.has(value))).toEqual([])
})

/** Changes one number of an answer, or whether a call was refused. */
function alter(history: Operation[], seed: number): void {
  const random = randomFrom(seed, 1)
  const { answer } = random.pick(history.filter((one) => one.answer !== null))
  const numbers = numbersIn(answer!.fields)
  if (numbers.length > 0 && random.integer(0, 3) > 0) {
    const { within, name } = random.pick(numbers)
    within[name] = (within[name] as number) + random.pick([-1, 1, 10])
    return
  }
  const wasDone = answer!.error === null
  answer!.error = wasDone ? 'insufficient_balance' : null
  answer!.fields = wasDone ? { missing: 1 } : {}
}

function numbersIn(fields: Fields): { within: Fields; name: string }[] {
  return Object.entries(fields).flatMap(([name, value]: [string, Field]) => {
    if (typeof value === 'number') return [{ within: fields, name }]
    return typeof value === 'object' && value !== null ? numbersIn(value as Fields) : []
  })
}
