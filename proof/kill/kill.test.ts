import { expect, test } from 'vitest'

import type { Round } from '../crash/run.ts'
import { chunkOf } from './kill.ts'

const round: Round = {
  victim: 'API',
  acknowledged: ['generate'],
  resolved: [
    { verb: 'generate', isDone: true },
    { verb: 'counter_sale', isDone: false },
  ],
  perSecond: 200,
  ready_ms: 1_500,
  lost: [],
  doubled: [],
  halves: [],
  differences: [],
  badAnswers: [],
}

test('a kill counts the calls that it left without an answer, by caller and outcome [I5]', () => {
  expect(chunkOf([round, { ...round, victim: 'PostgreSQL' }], 1)).toEqual({
    steps: 2,
    wrongs: [],
    reached: expect.objectContaining({
      'API · till · had happened': 1,
      'API · counter · had not': 1,
      'API · ready within 5 s': 1,
      'PostgreSQL · had not': 1,
    }),
  })
})

test.each([
  ['a lost write', { lost: ['record 1'] }, 'lost: record 1'],
  ['a doubled write', { doubled: ['record 1'] }, 'doubled: record 1'],
  ['half a write', { halves: ['stock of um 1'] }, 'halves: stock of um 1'],
  ['a server error', { badAnswers: ['POST sale 500'] }, 'badAnswers: POST sale 500'],
  ['a late start', { ready_ms: 5_100 }, 'API: ready after 5.1 s, the limit is 5 s'],
])('a kill reports %s [I5]', (_, change, wrong) => {
  expect(chunkOf([{ ...round, ...change }], 1).wrongs).toEqual([wrong])
})

test('a late start on a machine that is busy with other programs is counted and is no wrong', () => {
  const { wrongs, reached } = chunkOf([{ ...round, ready_ms: 9_000 }], 1_000)
  expect(wrongs).toEqual([])
  expect(reached['API · ready later, on a busy machine']).toBe(1)
})
