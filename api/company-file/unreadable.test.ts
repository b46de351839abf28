/** Files that cannot be read as company.yaml: another encoding, repeated fields, wrong aliases. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { CompanyMistakes, readCompanyFolder } from './company-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'fiel-unreadable-'))
afterAll(() => rm(folder, { recursive: true }))

async function mistakesOf(yaml: string | Buffer): Promise<string[]> {
  await writeFile(join(folder, 'company.yaml'), yaml)
  const error = await readCompanyFolder(folder).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(CompanyMistakes)
  return (error as CompanyMistakes).message.split('\n')
}

/** Each list has ten aliases of the list before: 10,000,000 texts in all. */
const multiplied = ['a: &a [x]', ...['b', 'c', 'd', 'e', 'f', 'g', 'h'].map(listOf)].join('\n')

function listOf(name: string): string {
  const before = String.fromCodePoint(name.codePointAt(0)! - 1)
  return `${name}: &${name} [${Array(10).fill(`*${before}`).join(', ')}]`
}

test.each([
  [
    'a letter in another encoding',
    Buffer.from('slug: pao\nname: Pão\n', 'latin1'),
    /company\.yaml:2 há letras que não estão em UTF-8/,
  ],
  ['a repeated field', 'slug: um\nslug: dois\n', /company\.yaml:2 este campo está repetido$/],
  ['an alias without its anchor', 'slug: *um\n', /company\.yaml: um \*nome não tem &nome/],
  ['aliases that multiply', multiplied, /company\.yaml: um \*nome não tem &nome/],
])('%s is reported with its place [D11]', async (_, yaml, sentence) => {
  expect(await mistakesOf(yaml)).toEqual([expect.stringMatching(sentence)])
})

test('of 30 repeated fields the first 20 are reported [D11]', async () => {
  expect(await mistakesOf('name: Pão\n'.repeat(31))).toHaveLength(20)
})
