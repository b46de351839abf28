/** CSV for Brazilian spreadsheets: semicolons, RFC 4180 line ends. */

/**
 * Escapes text such as a shop's name, which a spreadsheet could run as a formula. Some spreadsheets end a cell at a comma or a line
 * break. They begin a new cell in the middle of the text, also in front of a quote.
 */
export function guardedCell(text: string): string {
  return text.replaceAll(/(^|[,;\r\n]"*)(?=[=+\-@\t\r])/g, "$1'")
}

/** A row of cells. `quoting`: which cells get quotes, all or those that need them. */
export function csvLine(cells: readonly string[], quoting: 'all' | 'needed' = 'needed'): string {
  const quoted = cells.map((cell) =>
    quoting === 'all' || /[";\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  )
  return `${quoted.join(';')}\r\n`
}
