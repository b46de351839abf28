/** CSV for Brazilian spreadsheets: UTF-8 with a byte order mark, semicolons, RFC 4180 line ends. */

/** A file of these rows, which are lists of cells. The first row has the columns' names. */
export function csvStream(
  rows: AsyncGenerator<readonly string[], undefined>,
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
      controller.enqueue(encoder.encode(mark + lineOf(value)))
      mark = ''
    },
    cancel: async () => void (await rows.return(undefined)),
  })
}

/** Escapes text such as a shop's name, which a spreadsheet could run as a formula. */
export function guardedCell(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function lineOf(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(';')}\r\n`
}
