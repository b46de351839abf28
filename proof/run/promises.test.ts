import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { proofs } from './proofs.ts'

const page = await readFile(join(import.meta.dirname, '../../docs/promises.md'), 'utf8')
const names = proofs.map(({ name }) => name)

test('docs/promises.md lists exactly the proofs that npm run proof knows', () => {
  const [, list] = /^The proofs are ([^.]+)\./m.exec(page)!
  expect([...list!.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(names)
})

test('each command of docs/promises.md names proofs that exist', () => {
  const commands = [...page.matchAll(/^npm run proof -- ([a-z -]*?)(?: --.*)?$/gm)]
  const used = commands.flatMap(([, words]) => words!.split(' '))
  expect(used).not.toEqual([])
  expect(used.filter((name) => !names.includes(name))).toEqual([])
})
