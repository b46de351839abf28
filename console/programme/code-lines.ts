/** Voucher codes as a company has them: pasted lines, or the first column of a spreadsheet's file. */

/** The heading of a column, which is no code. */
const heading = /^"?(c[o\u00f3]digos?|codes?|vouchers?|cupo(m|ns))"?$/i

/** The codes of a file or a pasted text, one a line. Empty lines are left out by the server, so that its line numbers are the file's. */
export function codesOfText(text: string, isCsv: boolean): string[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const codes = isCsv ? lines.map(firstColumn) : lines.map((line) => line.trim())
  while (codes.at(-1) === '') codes.pop()
  return codes.map((code, at) => (at === 0 && heading.test(code) ? '' : code))
}

/** '"AB;1";x' → 'AB;1' */
function firstColumn(line: string): string {
  const [, quoted] = /^\s*"((?:[^"]|"")*)"/.exec(line) ?? []
  return (quoted?.replaceAll('""', '"') ?? line.split(/[;,\t]/)[0]!).trim()
}
