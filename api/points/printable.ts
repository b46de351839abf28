/** Text that the standard fonts of a PDF can write. */

/** The letters of the standard fonts, which are those of Windows-1252. */
const unprintable =
  /[^ -~\u00A0-\u00FF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013\u2014\u2018-\u201A\u201C-\u201E\u2020-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]/gu

/** Letters with another accent lose it. All other characters become a question mark. */
export function printable(text: string): string {
  return text.normalize('NFC').replaceAll(unprintable, (character) => {
    const [letter] = strokes[character] ?? character.normalize('NFD')
    return letter!.replace(unprintable, '?')
  })
}

/** Letters whose stroke is not an accent. */
const strokes: Record<string, string> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i' }
