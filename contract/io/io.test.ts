import { expect, test } from 'vitest'

import { abortedWith, machineClock, sleep } from './io.ts'

test('a sleep ends with true after its time, and with false as soon as its signal aborts', async () => {
  expect(await sleep(machineClock, 1)).toBe(true)
  const ending = new AbortController()
  const sleeping = sleep(machineClock, 60_000, ending.signal)
  ending.abort()
  expect(await sleeping).toBe(false)
  expect(await sleep(machineClock, 60_000, ending.signal)).toBe(false)
})

test('a sleep that has ended listens to its signal no more', async () => {
  const timers: (() => void)[] = []
  const after = (_wait_ms: number, work: () => void) => {
    timers.push(work)
    return () => undefined
  }
  const ending = new AbortController()
  const removed: string[] = []
  ending.signal.removeEventListener = (type: string) => void removed.push(type)
  const sleeping = sleep({ after }, 10, ending.signal)
  timers[0]!()
  expect(await sleeping).toBe(true)
  expect(removed).toEqual(['abort'])
})

test('a controller aborts with its signal, and the signal forgets it once it has aborted by itself', () => {
  const stopping = new AbortController()
  const removed: string[] = []
  const remove = stopping.signal.removeEventListener.bind(stopping.signal)
  stopping.signal.removeEventListener = (...given: Parameters<typeof remove>) => {
    removed.push(given[0])
    remove(...given)
  }
  const [ended, stopped] = [abortedWith(stopping.signal), abortedWith(stopping.signal)]
  ended.abort()
  expect([removed, stopped.signal.aborted]).toEqual([['abort'], false])
  stopping.abort()
  expect(stopped.signal.aborted).toBe(true)
  expect(abortedWith(stopping.signal).signal.aborted).toBe(true)
})
