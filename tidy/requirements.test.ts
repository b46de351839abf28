/** docs/requirements.md: each code has one line and a test that exists and carries it. */

import { join } from 'node:path'

import { expect, test } from 'vitest'

import { read, tests } from './source.ts'

const page = 'docs/requirements.md'
/** Decisions that later releases will implement, so they have no test. */
const notBuilt: string[] = []
/** The number of requirements (R), decisions (D), threats (T) and invariants (I). */
const counts = { R: 78, D: 21, T: 20, I: 14 }

const codePattern = /\b(?:R\d+\.\d+|[DTI]\d+)\b/g
const codesOf = (text: string) => [...text.matchAll(codePattern)].map(([code]) => code)

/** Titles that end with codes, in the order of the files: `counts once [D4 I5]`. */
const titled = [
  ...tests,
  'tidy/personal-data.test.ts',
  'tidy/schema.test.ts',
  'tidy/sql.test.ts',
  'tidy/tenant.test.ts',
].flatMap((file) =>
  [...read(file).matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)]
    .map(([, , literal]) => literal!.replaceAll(String.raw`\'`, "'"))
    .filter((literal) => /\[[RDTI]\d[\d., RDTI]*\]( @\w+)?$/.test(literal))
    .map((title) => ({
      file,
      codes: codesOf(title),
      title: title.replaceAll(/ ?\[[RDTI]\d[^\]]*\]/g, '').replaceAll('|', String.raw`\|`),
    })),
)

const rows = [
  ...read(page).matchAll(/^\| ([RDTI][\d.]+) \| (.+?) \| (?:`(.+?)` › (.+)|not built) \|$/gm),
].map(([line, code, says, file, title]) => ({ line, code: code!, says, file, title }))

/** The test that a row names. Where it is gone, the test with the code whose file and title share the most words with it. */
function testOf({ code, file, title }: (typeof rows)[number]) {
  const words = new Set(wordsOf(`${file} ${title}`))
  const carriers = titled
    .filter(({ codes }) => codes.includes(code))
    .map((one) => ({
      ...one,
      isNamed: one.file === file && one.title === title,
      shared: wordsOf(`${one.file} ${one.title}`).filter((word) => words.has(word)).length,
    }))
  return (
    carriers.find(({ isNamed }) => isNamed) ?? carriers.toSorted((a, b) => b.shared - a.shared)[0]
  )
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/[^\p{L}\d]+/u)
}

test('every code of a requirement has one line, and no title has another code', () => {
  const codes = rows.map(({ code }) => code)
  expect(new Set(codes).size).toBe(codes.length)
  const byLetter = Map.groupBy(codes, (code) => code[0])
  expect(Object.fromEntries([...byLetter].map(([letter, all]) => [letter, all.length]))).toEqual(
    counts,
  )
  const unknown = titled.flatMap((one) => one.codes).filter((code) => !codes.includes(code))
  expect([...new Set(unknown)]).toEqual([])
})

test('only codes of later releases have no test in docs/requirements.md', () => {
  expect(rows.filter(({ file }) => !file).map(({ code }) => code)).toEqual(notBuilt)
  expect(titled.flatMap(({ codes }) => codes).filter((code) => notBuilt.includes(code))).toEqual([])
  expect(titled.length).toBeGreaterThan(700)
})

// Read the lines that -u changes: it picks by words, not by proof.
test('each requirement names a test with its code; after a rename run this file with -u', async () => {
  const lines = new Map(
    rows.map((row) => {
      const found = testOf(row)
      const test = row.file && found ? `\`${found.file}\` › ${found.title}` : 'not built'
      return [row.line, `| ${row.code} | ${row.says} | ${test} |`]
    }),
  )
  const expected = read(page).replaceAll(
    /^\| [RDTI][\d.]+ \| .+$/gm,
    (line) => lines.get(line) ?? line,
  )
  await expect(expected).toMatchFileSnapshot(join('..', page))
})
