import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'

import { createBatchScheduler, type BatchScheduler } from './batch-scheduler.ts'
import { batched } from './batch.ts'
import { isContention, NoAnswerInTime, timeLimits } from './sql.ts'

/** The scheduler of one node's pool. */
function scheduler(deadline_ms: number = timeLimits.answer_ms): BatchScheduler {
  return createBatchScheduler(12, deadline_ms)
}

/** Timers fire when the test advances the fake clock. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('600 concurrent calls are sent in batches of up to 256, and each gets its own answer', async () => {
  const sizes: number[] = []
  const double = batched<number, number>(scheduler(), async (members) => {
    sizes.push(members.length)
    return members.map((member) => member * 2)
  })
  const numbers = Array.from({ length: 600 }, (_, number) => number)
  expect(await Promise.all(numbers.map((number) => double(number)))).toEqual(
    numbers.map((number) => number * 2),
  )
  expect(sizes).toEqual([256, 256, 88])
})

test('further calls gather while three batches are in flight', async () => {
  const gates: (() => void)[] = []
  const sizes: number[] = []
  const echo = batched<number, number>(scheduler(), async (members) => {
    sizes.push(members.length)
    await new Promise<void>((open) => gates.push(open))
    return members
  })
  const calls: Promise<number>[] = []
  for (let number = 0; number < 6; number += 1) {
    calls.push(echo(number))
    await new Promise(setImmediate)
  }
  expect(sizes).toEqual([1, 1, 1])
  gates.forEach((open) => open())
  await calls[0]
  await new Promise(setImmediate)
  gates.forEach((open) => open())
  expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4, 5])
  expect(sizes).toEqual([1, 1, 1, 3])
})

test('a member that fails in a batch fails alone', async () => {
  const invert = batched<number, number>(scheduler(), async (members) => {
    if (members.includes(0)) throw new Error('division by zero')
    return members.map((member) => 1 / member)
  })
  const outcomes = await Promise.allSettled([1, 0, 2].map((member) => invert(member)))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a batch of 256 with a bad member is halved, not sent one by one', async () => {
  const sizes: number[] = []
  const invert = batched<number, number>(scheduler(), async (members) => {
    sizes.push(members.length)
    if (members.includes(0)) throw new Error('division by zero')
    return members.map((member) => 1 / member)
  })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 256 }, (_, at) => invert(at - 100)),
  )
  expect(outcomes.flatMap(({ status }, at) => (status === 'rejected' ? [at] : []))).toEqual([100])
  expect(sizes).toHaveLength(1 + 2 * 8)
})

test('a busy member of a batch is retried without delaying the answers of the others', async () => {
  type Answer = { error: null; member: string }
  let is_taken = true
  const sent: string[][] = []
  const ask = batched<string, Answer>(scheduler(), async (members) => {
    sent.push(members)
    return members.map((member) =>
      member === 'taken' && is_taken ? { error: 'busy' } : { error: null, member },
    )
  })
  const waits = ask('taken')
  expect(await Promise.all([ask('free'), ask('free too')])).toEqual([
    { error: null, member: 'free' },
    { error: null, member: 'free too' },
  ])
  expect(sent[0]).toEqual(['taken', 'free', 'free too'])
  is_taken = false
  expect(await waits).toEqual({ error: null, member: 'taken' })
})

test('a member that stays busy for the time limit of a statement fails with LockNotGiven', async () => {
  fakeTimers()
  let rounds = 0
  const ask = batched<string, { error: null }>(scheduler(), async (members) => {
    rounds += 1
    return members.map(() => ({ error: 'busy' }))
  })
  const outcome = ask('taken').catch((error: unknown) => error)
  for (let ms = 0; ms < 16_000; ms += 32) {
    await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(32)
  }
  expect(isContention(await outcome)).toBe(true)
  expect(rounds).toBeGreaterThan(100)
  expect(rounds).toBeLessThan(500)
})

test('a member that is answered later is sent again at once, without a pause', async () => {
  fakeTimers()
  const sent: number[][] = []
  const ask = batched<number, { error: null }>(scheduler(), async (members) => {
    sent.push(members)
    return members.map((_, at) => (at === 0 ? { error: null } : { error: 'later' }))
  })
  await Promise.all([1, 2, 3].map((member) => ask(member)))
  expect(sent).toEqual([[1, 2, 3], [2, 3], [3]])
})

test.each(['40001', '40P01', '55P03'])(
  'a member is sent again five times after errors %s, with growing random pauses, and then fails with the error',
  async (code) => {
    fakeTimers()
    const sent_ms: number[] = []
    const ask = batched<string, string>(
      scheduler(),
      async () => {
        sent_ms.push(performance.now())
        throw Object.assign(new pg.DatabaseError('', 0, 'error'), { code })
      },
      { random: { fraction: () => 0.75, bytes: (count) => Buffer.alloc(count) } },
    )
    const outcome = ask('unlucky').catch((error: unknown) => error)
    for (let ms = 0; ms < 1_000; ms += 1) {
      await new Promise(setImmediate)
      await vi.advanceTimersByTimeAsync(1)
    }
    // Before the outcome, which does not come if the member is sent again without end.
    expect(sent_ms).toHaveLength(6)
    expect(await outcome).toMatchObject({ code })
    const pauses = sent_ms.slice(1).map((at, n) => at - sent_ms[n]!)
    for (const [n, pause] of pauses.entries())
      expect(pause).toBeGreaterThanOrEqual(1.25 * 2 ** n - 1)
  },
)

test('after a deadlock or a serialisation failure all members are sent again', async () => {
  for (const members of [[1], [1, 2, 3]]) {
    const codes = ['40P01', '40001']
    const sent: number[][] = []
    const ask = batched<number, number>(scheduler(), async (batch) => {
      sent.push(batch)
      const code = codes.pop()
      if (code) throw Object.assign(new pg.DatabaseError('', 0, 'error'), { code })
      return batch
    })
    expect(await Promise.all(members.map((member) => ask(member)))).toEqual(members)
    expect(sent[0]).toEqual(members)
    expect(sent.length).toBeGreaterThan(2)
  }
})

test('each company has an equal share of a batch, so a busy company does not delay another', async () => {
  const sent: string[][] = []
  const run = async (members: string[]) => {
    sent.push(members)
    return members
  }
  const ask = batched(scheduler(), run, { laneOf: (member: string) => member[0]! })
  const busy = Array.from({ length: 600 }, (_, n) => `a${n}`)
  await Promise.all([...busy, 'b0', 'c0', 'c1'].map((member) => ask(member)))
  // Three lanes have room for 86 members each. Room that a lane does not use stays free.
  expect(sent[0]).toEqual([...busy.slice(0, 86), 'b0', 'c0', 'c1'])
  expect(sent.flat()).toHaveLength(603)
  expect(sent.flat().filter((member) => member.startsWith('a'))).toEqual(busy)
})

test('the members of a halved batch are sent one after the other', async () => {
  let running = 0
  let most = 0
  const refuse = batched<number, number>(scheduler(), async (members) => {
    running += 1
    most = Math.max(most, running)
    await new Promise(setImmediate)
    running -= 1
    if (members.length > 1) throw new Error('too many')
    return members
  })
  expect(await Promise.all([1, 2, 3, 4].map((member) => refuse(member)))).toEqual([1, 2, 3, 4])
  expect(most).toBe(1)
})

test('all members fail at once while the database is away, without a retry', async () => {
  let calls = 0
  const away = batched<number, number>(scheduler(), async () => {
    calls += 1
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  const outcomes = await Promise.allSettled([1, 2, 3].map((member) => away(member)))
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(calls).toBe(1)
})

test('a batch that PostgreSQL stops at the time limit fails as a whole', async () => {
  const sizes: number[] = []
  const run = batched<number, number>(scheduler(), async (members) => {
    sizes.push(members.length)
    throw Object.assign(new pg.DatabaseError('', 0, 'error'), { code: '57014' })
  })
  const stopped = await Promise.allSettled(Array.from({ length: 40 }, (_, member) => run(member)))
  expect(stopped.map(({ status }) => status)).toEqual(Array(40).fill('rejected'))
  expect(sizes).toEqual([40])
})

test('a member without an answer fails at its deadline, in flight or in the queue', async () => {
  fakeTimers()
  const database = Promise.withResolvers<void>()
  const sent: number[] = []
  const ask = batched<number, number>(scheduler(), async (members) => {
    sent.push(...members)
    await database.promise
    return members
  })
  const calls: Promise<number>[] = []
  for (let member = 0; member < 5; member += 1) {
    calls.push(ask(member))
    await new Promise(setImmediate)
  }
  const outcomes = Promise.allSettled(calls)
  vi.advanceTimersByTime(timeLimits.answer_ms)
  expect((await outcomes).map((outcome) => 'reason' in outcome && outcome.reason)).toEqual(
    Array(5).fill(expect.any(NoAnswerInTime)),
  )
  database.resolve()
  expect(await ask(5)).toBe(5)
  // Members 3 and 4 failed before they were sent: they have no effect.
  expect(sent).toEqual([0, 1, 2, 5])
})

test('halving a batch of defects ends at the deadline of its members', async () => {
  fakeTimers()
  const third = Promise.withResolvers<void>()
  let statements = 0
  const ask = batched<number, number>(scheduler(), async () => {
    statements += 1
    if (statements === 3) await third.promise
    throw new Error('division by zero')
  })
  const outcomes = Promise.allSettled(Array.from({ length: 40 }, (_, member) => ask(member)))
  await new Promise(setImmediate)
  expect(statements).toBe(3)
  vi.advanceTimersByTime(timeLimits.answer_ms)
  expect((await outcomes).map(({ status }) => status)).toEqual(Array(40).fill('rejected'))
  third.resolve()
  await new Promise(setImmediate)
  // Finding 40 defects takes 79 statements; 76 of them are not sent.
  expect(statements).toBe(3)
})

test('a member that is found busy after its deadline is not sent again', async () => {
  fakeTimers()
  const found = Promise.withResolvers<void>()
  let statements = 0
  const ask = batched<number, { error: null }>(scheduler(), async (members) => {
    statements += 1
    await found.promise
    return members.map(() => ({ error: 'busy' }))
  })
  const outcome = ask(1).catch((error: unknown) => error)
  await new Promise(setImmediate)
  vi.advanceTimersByTime(timeLimits.answer_ms)
  expect(await outcome).toBeInstanceOf(NoAnswerInTime)
  found.resolve()
  await new Promise(setImmediate)
  vi.advanceTimersByTime(1_000)
  await new Promise(setImmediate)
  expect(statements).toBe(1)
})

test('a batch has one member of each subject; other members of the subject take no room in it', async () => {
  const sent: string[][] = []
  const ask = batched<string, string>(
    scheduler(),
    async (members) => {
      sent.push(members)
      await new Promise(setImmediate)
      return members
    },
    { subjectOf: (member) => member.split(' ')[0] },
  )
  const members = [...Array.from({ length: 300 }, (_, n) => `hot ${n}`), 'cold 0']
  expect(await Promise.all(members.map((member) => ask(member)))).toEqual(members)
  expect(sent[0]).toEqual(['hot 0', 'cold 0'])
  expect(sent).toHaveLength(300)
})
