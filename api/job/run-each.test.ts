import pg from 'pg'
import { describe, expect, test } from 'vitest'

import { NoAnswerInTime } from '#database/sql.ts'

import { runEach } from './run-each.ts'

describe('the parts of a job', () => {
  const failed = (count: number) => `${count} parts failed`

  test('a part that fails stops no other part; the error at the end counts them and has the first as cause [D16]', async () => {
    const done: string[] = []
    const run = async (name: string) => {
      done.push(name)
      if (name.startsWith('broken')) throw new Error(name)
    }
    const names = ['one', 'broken two', 'broken three', 'four']
    const error = await runEach(names, run, { failed, signal: undefined }).catch((e: unknown) => e)
    expect(done).toEqual(names)
    expect(error).toEqual(new Error('2 parts failed'))
    expect((error as Error).cause).toEqual(new Error('broken two'))
  })

  test('a job leaves the rest to its next run after so many statements that reached their time limit [D16]', async () => {
    const done: number[] = []
    const run = async (item: number) => {
      done.push(item)
      if (item === 1) throw new Error('of this item alone')
      throw Object.assign(new pg.DatabaseError('canceling statement', 0, 'error'), {
        code: '57014',
      })
    }
    const limits = { failed, signal: undefined, maxTimeouts: 2 }
    await expect(runEach([1, 2, 3, 4], run, limits)).rejects.toThrow('3 parts failed')
    expect(done).toEqual([1, 2, 3])
  })

  test('an unreachable database ends a job at once [D20]', async () => {
    const done: number[] = []
    const away = new NoAnswerInTime()
    const run = async (item: number) => {
      done.push(item)
      throw away
    }
    await expect(runEach([1, 2], run, { failed, signal: undefined })).rejects.toBe(away)
    expect(done).toEqual([1])
  })

  test('an abort ends a job before its next part, and inside a part [D16]', async () => {
    for (const isInside of [false, true]) {
      const aborting = new AbortController()
      const done: number[] = []
      const run = async (item: number) => {
        done.push(item)
        aborting.abort(new Error('aborted'))
        if (isInside) aborting.signal.throwIfAborted()
      }
      const running = runEach([1, 2], run, { failed, signal: aborting.signal })
      await expect(running).rejects.toThrow('aborted')
      expect(done).toEqual([1])
    }
  })
})
