import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { chunk } from './chunk.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const Screen = () => createElement('p', null, 'here')

test('a chunk that has not loaded after 120 s fails [R2.13]', async () => {
  const never = chunk<object>(() => new Promise(() => undefined))
  const failed = vi.fn<(reason: Error) => void>()
  void never.preload().catch(failed)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(failed.mock.calls[0]![0].message).toBe('a chunk took too long')
})

test('a loaded chunk leaves no timer, and a failed chunk rejects with its reason [R2.13]', async () => {
  await chunk(async () => ({ default: Screen })).preload()
  const broken = chunk<object>(() => Promise.reject(new Error('404')))
  await expect(broken.preload()).rejects.toThrow('404')
  expect(vi.getTimerCount()).toBe(0)
})

test('a preloaded chunk is shown at once, without a fallback [R1.4]', async () => {
  const Ready = chunk(async () => ({ default: Screen }))
  await Ready.preload()
  expect(renderToString(createElement(Ready))).toBe('<p>here</p>')
})
