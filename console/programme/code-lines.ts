/** Voucher codes as a company has them: pasted lines, or the first column of a spreadsheet's file. */

import { type AddedCodes, type DraftCodes, maxCodes } from '#contract/programme/draft.ts'

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

export type CodesResult = Omit<AddedCodes, 'revision'>

/** Sends the lines in requests of the contract's size. The numbers of refused lines are those of the whole text. */
export async function sendCodes(
  send: (body: DraftCodes) => Promise<AddedCodes>,
  key: string,
  lines: string[],
): Promise<CodesResult> {
  const result: CodesResult = { added: 0, refused: [], refused_count: 0 }
  for (let from = 0; from < lines.length; from += maxCodes) {
    const answer = await send({ key, lines: lines.slice(from, from + maxCodes) })
    result.added += answer.added
    result.refused.push(...answer.refused.map((one) => ({ ...one, line: one.line + from })))
    result.refused_count += answer.refused_count
  }
  return result
}
