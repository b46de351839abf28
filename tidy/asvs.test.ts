/** docs/asvs.csv: each item of OWASP ASVS has one verdict, and evidence that exists. */

import { existsSync } from 'node:fs'

import { parse } from 'csv-parse/sync'
import { parseSync, Visitor } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

import { asvsItems } from './asvs-items.ts'
import { read } from './source.ts'

type Row = {
  item: string
  level: string
  requirement: string
  verdict: string
  reason: string
  /** Lines: `file › title` of a test, or a file. */
  evidence: string
}

const rows = parse<Row>(read('docs/asvs.csv'), { columns: true })

/** The titles of the tests in a file: the first argument of `test(…)` and of `test.each(…)(…)`. */
function titlesIn(text: string): Set<string> {
  const titles = new Set<string>()
  const { program } = parseSync('a.test.ts', text)
  const visitor = new Visitor({
    CallExpression({ callee, arguments: [title] }) {
      if (!/^(test|it)\b/.test(text.slice(callee.start, callee.end))) return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.add(title.value)
    },
  })
  visitor.visit(program)
  return titles
}

const titlesByFile = new Map<string, Set<string>>()

/** Why a line of evidence proves nothing; undefined if it does. */
function mistakeOf(evidence: string): string | undefined {
  const [file = '', ...rest] = evidence.split(' › ')
  if (!existsSync(file)) return `${file} does not exist`
  const title = rest.join(' › ')
  if (title === '') return /\.(test|spec)\.ts$/.test(file) ? `${file} needs a title` : undefined
  const titles = titlesByFile.get(file) ?? titlesIn(read(file))
  titlesByFile.set(file, titles)
  return titles.has(title) ? undefined : `${file} has no test “${title}”`
}

describe('docs/asvs.csv', () => {
  test('each item of ASVS that Fiel is held to has exactly one row, with its level', () => {
    expect(asvsItems.size).toBe(217 + 18)
    expect(rows.map(({ item }) => item).toSorted()).toEqual([...asvsItems.keys()].toSorted())
    expect(rows.filter(({ item, level }) => asvsItems.get(item) !== level)).toEqual([])
    expect(rows.filter(({ requirement }) => !requirement || requirement.length > 80)).toEqual([])
  })

  test('each item of ASVS passes, is not applicable with a reason, or is a deviation with one', () => {
    const verdicts = new Set(['pass', 'not applicable', 'deviation'])
    expect(rows.filter(({ verdict }) => !verdicts.has(verdict))).toEqual([])
    expect(rows.filter(({ verdict, reason }) => verdict !== 'pass' && !reason)).toEqual([])
  })

  test('each item of ASVS has evidence that exists: a file, or a test by its whole title', () => {
    const mistakes = rows.flatMap(({ item, evidence }) => {
      const lines = evidence.split('\n').filter(Boolean)
      const found = lines.flatMap((line) => mistakeOf(line) ?? [])
      return (lines.length === 0 ? ['no evidence'] : found).map((mistake) => `${item}: ${mistake}`)
    })
    expect(mistakes).toEqual([])
  })

  test('SECURITY.md has the counts of docs/asvs.csv, and names each deviation', () => {
    const page = read('SECURITY.md')
    for (const [name, isOf] of [
      ['levels 1 and 2', ({ level }: Row) => level !== '3'],
      ['level 3, chosen', ({ level }: Row) => level === '3'],
    ] as const) {
      const counted = rows.filter(isOf)
      const count = (verdict: string) => counted.filter((row) => row.verdict === verdict).length
      const [pass, absent, deviations] = ['pass', 'not applicable', 'deviation'].map(count)
      expect(page).toContain(
        `| ${name} | ${counted.length} | ${pass} | ${absent} | ${deviations} |`,
      )
    }
    const deviating = rows.filter(({ verdict }) => verdict === 'deviation')
    for (const { item } of deviating) expect(page).toMatch(new RegExp(`\\b${item}\\b`))
  })
})

test('evidence is missed if its file is gone, its test was renamed, or a test file has no title', () => {
  const file = 'tidy/asvs.test.ts'
  expect(mistakeOf('docs/gone.txt')).toContain('does not exist')
  expect(mistakeOf(`${file} › each item of ASVS has evidence`)).toContain('has no test')
  expect(mistakeOf(file)).toContain('needs a title')
  expect(
    mistakeOf(
      `${file} › each item of ASVS that Fiel is held to has exactly one row, with its level`,
    ),
  ).toBeUndefined()
})

test('a title is read from test, test.each and a template, and not from a comment or a call', () => {
  const text =
    "test('one', f)\n// test('two', f)\ntest.each([1])(\n  'three %s',\n  f,\n)\ncall('four')\ntest.skip('five', f)"
  expect([...titlesIn(text)]).toEqual(['one', 'three %s', 'five'])
})
