/** Reads server-sent events from a fetch's body. EventSource cannot send the token, which is a header. */

/** The event without data: a sale or a return has moved points. */
export const pointsMoved = 'points'

/** Yields the data of each event, or `pointsMoved`; null for a comment, which only shows that the connection is alive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator {
  const reader = body.pipeThrough(new TextDecoderStream() as TextDecoding).getReader()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const events = (text + read.value).split('\n\n')
    // Keep the incomplete event. `split` returns at least one part.
    text = events.pop()!
    for (const event of events) yield dataOf(event)
  }
}

/** TextDecoderStream's DOM type accepts fewer kinds of bytes than a body has. */
type TextDecoding = ReadableWritablePair<string, Uint8Array>

function dataOf(event: string): unknown {
  if (event === `event: ${pointsMoved}`) return pointsMoved
  const lines = event.split('\n').filter((line) => line.startsWith('data:'))
  if (lines.length === 0) return null
  return JSON.parse(lines.map((line) => line.slice('data:'.length)).join('\n'))
}
