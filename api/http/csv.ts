/** CSV for Brazilian spreadsheets: UTF-8 with a byte order mark, semicolons, RFC 4180 line ends. */

import { csvLine } from '#contract/value/csv.ts'

/**
 * A file of these rows, which are lists of cells. The first row has the columns' names. `quoting`: which cells get quotes, all or
 * those that need them.
 */
export function csvStream(
  rows: AsyncGenerator<readonly string[], undefined>,
  quoting: 'all' | 'needed' = 'needed',
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let mark = '\uFEFF'
  return new ReadableStream({
    // Rows are read on demand, so a slow reader does not fill the memory.
    async pull(controller) {
      const { done, value } = await rows.next()
      if (done) {
        controller.close()
        return
      }
      controller.enqueue(encoder.encode(mark + csvLine(value, quoting)))
      mark = ''
    },
    cancel: async () => void (await rows.return(undefined)),
  })
}
