/** CSV for Brazilian spreadsheets: UTF-8 with a byte order mark, semicolons, RFC 4180 line ends. */

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
      controller.enqueue(encoder.encode(mark + lineOf(value, quoting)))
      mark = ''
    },
    cancel: async () => void (await rows.return(undefined)),
  })
}

/**
 * Escapes text such as a shop's name, which a spreadsheet could run as a formula. Some spreadsheets end a cell at a comma or a line
 * break. They begin a new cell in the middle of the text, also in front of a quote.
 */
export function guardedCell(text: string): string {
  return text.replaceAll(/(^|[,;\r\n]"*)(?=[=+\-@\t\r])/g, "$1'")
}

function lineOf(cells: readonly string[], quoting: 'all' | 'needed'): string {
  const quoted = cells.map((cell) =>
    quoting === 'all' || /[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(';')}\r\n`
}
