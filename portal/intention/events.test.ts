import { expect, test } from 'vitest'

import { pointsMoved, readEvents } from './events.ts'

/** The events of a body whose bytes arrive in these pieces. */
async function eventsOf(pieces: Uint8Array[]): Promise<unknown[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece)
      controller.close()
    },
  })
  const events: unknown[] = []
  for await (const event of readEvents(body)) events.push(event)
  return events
}

const sent = ':\n\ndata: {"shop":"São João"}\n\nevent: points\n\ndata: {"a":\ndata: 1}\n\n'

test('readEvents returns events, returns null for comments, and joins the lines of an event [D5]', async () => {
  expect(await eventsOf([new TextEncoder().encode(sent)])).toEqual([
    null,
    { shop: 'São João' },
    pointsMoved,
    { a: 1 },
  ])
})

test('readEvents returns the same events wherever the bytes are cut, even within a character [D5]', async () => {
  const bytes = new TextEncoder().encode(sent)
  const whole = await eventsOf([bytes])
  for (let at = 1; at < bytes.length; at += 1) {
    expect(await eventsOf([bytes.slice(0, at), bytes.slice(at)])).toEqual(whole)
  }
})

test('readEvents drops an event that is cut off at the end [D5]', async () => {
  expect(await eventsOf([new TextEncoder().encode(':\n\ndata: {"a":1}')])).toEqual([null])
})
