/** Statements that Citus 14 answers wrongly, or not at all, while PostgreSQL alone runs them (docs/decisions/039-citus-tests.md). */

import { expect, test } from 'vitest'

import { flattened } from './brackets.ts'
import { bare, functionsOfCompany, statements } from './statements.ts'

/** A function as the only source of a query, with or without an alias. */
const onlySource =
  /\bfrom (\w+) ?⟦\d+⟧(?: (?!where|group|order|limit|having)\w+)?(?: (?:where|group|order|limit|having)\b|$)/

/**
 * Whether the statement reads one function of a company, and a sub-select that does not name the company. Citus sends it to the
 * worker as text without the sub-select, or ends its coordinator with a segmentation fault.
 */
function losesSubselect(text: string): boolean {
  const { flat, contents } = flattened(text)
  const [, name = ''] = onlySource.exec(flat) ?? []
  const subselects = contents.filter((content) => /^\s*select\b/.test(content))
  return functionsOfCompany.has(name) && subselects.some((one) => !/\$1|company_id/.test(one))
}

/** Whether row_count is read after an insert with `do nothing`. On Citus it also counts rows that existed already. */
function countsConflicts(text: string): boolean {
  return /\bdo nothing\b[^;]*; ?get diagnostics\b/.test(text)
}

/** Whether an insert with `do nothing` has `returning … into`, which fails at a conflict on Citus. */
function returnsAtConflict(text: string): boolean {
  return /\bdo nothing returning [^;()]* into /.test(text)
}

const nameOf = ({ file, name }: { file: string; name: string }) => `${file} ${name}`

test('no statement reads one function of a company and a sub-select without the company [D19]', () => {
  // Leave out the bodies of SQL functions: they run on the worker, where Citus plans nothing.
  const sent = statements.filter(({ file }) => !file.endsWith('.sql'))
  expect(sent.filter(({ text }) => losesSubselect(text)).map(nameOf)).toEqual([])
  const lost = 'select one.id, (select now()) from announced_after($1, $0, $0) one order by one.id'
  expect(losesSubselect(bare(lost))).toBe(true)
  expect(losesSubselect(bare(lost.replace('(select now())', '1')))).toBe(false)
  expect(losesSubselect(bare(lost.replace('announced_after', 'unnest')))).toBe(false)
})

test('an insert with `do nothing` is counted and returned only through a CTE or a loop [D19]', () => {
  const wrong = statements.filter(({ text }) => countsConflicts(text) || returnsAtConflict(text))
  expect(wrong.map(nameOf)).toEqual([])
  const insert = 'insert into customer select 1 on conflict (company_id, document) do nothing'
  expect(countsConflicts(bare(`${insert};\n  get diagnostics written = row_count;`))).toBe(true)
  expect(returnsAtConflict(bare(`${insert}\n  returning id into made;`))).toBe(true)
  expect(returnsAtConflict(bare(`with made as (${insert} returning id) select id into x`))).toBe(
    false,
  )
})
