import { expect, test } from 'vitest'

import { read, source, tests } from './source.ts'
import { statements } from './statements.ts'

/**
 * A slug can be the value of a field that a staff member writes. The functions that find a company by its slug are for commands and
 * files of the operator.
 */
const bySlug: [file: string, name: string][] = [
  ['api/company-file/apply.ts', 'appliedCompany'],
  ['api/company-file/export.ts', ''],
  ['api/company-file/version.ts', 'newestOfConsole'],
  ['api/company/lookup.ts', 'companyBySlug'],
]

test('only the operator’s commands and files find a company by its slug [D2]', () => {
  const finding = statements
    .filter(({ text }) => /\bslug ?= ?\$/.test(text))
    .map(({ file }) => file)
  expect([...new Set(finding)].toSorted()).toEqual(bySlug.map(([file]) => file))
  const names = bySlug.flatMap(([, name]) => name || [])
  const users = source.filter(
    (file) =>
      file.startsWith('api/') &&
      !tests.includes(file) &&
      names.some((name) => new RegExp(`\\b${name}\\b`).test(read(file))),
  )
  expect(users.filter((file) => !isOperators(file))).toEqual([])
})

/** Whether the file belongs to the company's folder, or is a command. */
function isOperators(file: string): boolean {
  return (
    /^api\/(company-file|testing)\//.test(file) || /\/(command|commands|lookup)\.ts$/.test(file)
  )
}
