/** Each limit, time and size has a comment: its unit, its source, or the reason for the figure. */

import { expect, test } from 'vitest'

import { read, source, tests } from './source.ts'

/** A line that declares a constant number at the top level of a file. */
const figure = /^(?:export )?const \w+ = -?[\d_.]+(?: \* [\d_.]+)*(?: as const)?$/

/** The line numbers of figures without a comment above them. One comment counts for all figures in the lines right below it. */
function withoutComment(text: string): number[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    if (!figure.test(line)) return []
    let above = at - 1
    while (figure.test(lines[above] ?? '')) above -= 1
    return /\*\/$|^\/\//.test(lines[above] ?? '') ? [] : [at + 1]
  })
}

test('each constant number at the top level of a product file has a comment', () => {
  const product = /^(api|contract|console|database|engine|portal|till|ui)\/(?!.*testing\/).*\.tsx?$/
  const files = source.filter((file) => product.test(file) && !tests.includes(file))
  expect(files.length).toBeGreaterThan(300)
  const bare = files.flatMap((file) => withoutComment(read(file)).map((line) => `${file}:${line}`))
  expect(bare).toEqual([])
})

test('the rule finds a number without a comment', () => {
  expect(withoutComment('const max = 5')).toEqual([1])
  expect(withoutComment('import a\n\nexport const wait_ms = 5 * 60_000')).toEqual([3])
  expect(withoutComment('/** s */\nconst first = 1\nconst last = 2')).toEqual([])
})
