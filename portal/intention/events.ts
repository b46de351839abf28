/** Server-sent events out of a fetch's body: EventSource could not send the token, which is a header. */

/** The data of each event as it comes; null for a comment, which says only that the other side is there. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator {
  const reader = body.pipeThrough(new TextDecoderStream() as TextDecoding).getReader()
  let text = ''
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const events = (text + read.value).split('\n\n')
    // What is not ended yet; a split text has one part at least.
    text = events.pop()!
    for (const event of events) yield dataOf(event)
  }
}

/** The DOM's own type takes fewer kinds of bytes than a body may have. */
type TextDecoding = ReadableWritablePair<string, Uint8Array>

function dataOf(event: string): unknown {
  const lines = event.split('\n').filter((line) => line.startsWith('data:'))
  if (lines.length === 0) return null
  return JSON.parse(lines.map((line) => line.slice('data:'.length)).join('\n'))
}
