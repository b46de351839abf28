import { expect, test } from 'vitest'

import { renewed } from './renewed.ts'

test('a stage is closed and opened again once its chunks have the steps, and closed at the end', async () => {
  const events: string[] = []
  const stage = await renewed(async () => {
    events.push('open')
    return {
      chunk: async (seed) => {
        events.push(`chunk ${seed}`)
        return { steps: 10, wrongs: [], reached: {} }
      },
      close: async () => void events.push('close'),
    }
  }, 20)
  for (const seed of [1, 2, 3]) await stage.chunk(seed)
  await stage.close()
  expect(events).toEqual(['open', 'chunk 1', 'chunk 2', 'close', 'open', 'chunk 3', 'close'])
})
