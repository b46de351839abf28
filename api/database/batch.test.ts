import pg from 'pg'
import { expect, test } from 'vitest'

import { batched } from './batch.ts'

test('calls of one turn go out together, each gets its own answer, in any number', async () => {
  const sizes: number[] = []
  const double = batched<number, number>(async (members) => {
    sizes.push(members.length)
    return members.map((member) => member * 2)
  })
  const numbers = Array.from({ length: 600 }, (_, number) => number)
  expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((number) => number * 2))
  expect(sizes).toEqual([256, 256, 88])
})

test('while two batches are on their way, what arrives gathers', async () => {
  const gates: (() => void)[] = []
  const sizes: number[] = []
  const echo = batched<number, number>(async (members) => {
    sizes.push(members.length)
    await new Promise<void>((open) => gates.push(open))
    return members
  })
  const calls: Promise<number>[] = []
  for (let number = 0; number < 6; number += 1) {
    calls.push(echo(number))
    await new Promise(setImmediate)
  }
  expect(sizes).toEqual([1, 1])
  gates.forEach((open) => open())
  await calls[0]
  await new Promise(setImmediate)
  gates.forEach((open) => open())
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4, 5])
  expect(sizes).toEqual([1, 1, 4])
})

test('a member that fails fails alone', async () => {
  const invert = batched<number, number>(async (members) => {
    if (members.includes(0)) throw new Error('division by zero')
    return members.map((member) => 1 / member)
  })
  const outcomes = await Promise.allSettled([1, 0, 2].map(invert))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('members that are run alone go one after the other', async () => {
  let running = 0
  let most = 0
  const refuse = batched<number, number>(async (members) => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    if (members.length > 1) throw new Error('too many')
    return members
  })
  expect(await Promise.all([1, 2, 3, 4].map(refuse))).toEqual([1, 2, 3, 4])
  expect(most).toBe(1)
})

test('while the database is away all fail at once, and nobody asks it again', async () => {
  let asked = 0
  const away = batched<number, number>(async () => {
    asked += 1
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map(away))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(asked).toBe(1)
})

test('a batch that takes too long is run member by member; when the database is away, all fail at once', async () => {
  let code = '57014'
  const sizes: number[] = []
  const run = batched<number, number>(async (members) => {
    sizes.push(members.length)
    if (!members.includes(0)) return members
    throw Object.assign(new pg.DatabaseError('', 0, 'error'), { code })
  })
  const stopped = await Promise.allSettled([1, 0, 2].map(run))
  expect(stopped.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  code = '57P01'
  const away = await Promise.allSettled([1, 0, 2].map(run))
  expect(away.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(sizes).toEqual([3, 1, 1, 1, 3])
})
