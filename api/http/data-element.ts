/** Writes data into a script element, escaped so that no text in it can end the element. */
export function dataElement(id: string, data: object): string {
  const json = JSON.stringify(data).replaceAll(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="${id}">${json}</script>`
}
