/** The operating guide's replacement of the secret, block by block. */

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { blockOf, withoutNpm } from '../docs/blocks.ts'
import { useEmptyDatabase } from './testing/empty-database.ts'

const root = join(import.meta.dirname, '..')
const operator = useEmptyDatabase()

test('a secret is replaced in the order of the operating guide [D20]', () => {
  const environment = operator()
  const migrated = spawnSync(process.execPath, ['scripts/fiel.ts', 'migrate'], {
    cwd: root,
    env: { ...process.env, ...environment },
  })
  expect(migrated.status).toBe(0)
  const [older, newer] = ['a'.repeat(32), 'b'.repeat(32)]
  const reseal = blockOf('docs/operating-guide.md: npm run fiel -- reseal')
  const withSecrets = (...list: string[]) =>
    spawnSync('bash', ['-c', withoutNpm + reseal], {
      cwd: root,
      env: { ...process.env, ...environment, FIEL_SECRET: list.join(',') },
      encoding: 'utf8',
    })
  const refused = (sentence: string) => ({ status: 1, stderr: expect.stringContaining(sentence) })
  expect(withSecrets(older)).toMatchObject({
    status: 0,
    stdout: 'Everything is sealed with the first secret.\n',
  })
  expect(withSecrets(older, newer)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('The other secrets have never been first'),
  })
  const moved = withSecrets(newer, older)
  expect(moved).toMatchObject({ status: 0, stdout: expect.stringContaining('Remove them from') })
  expect(withSecrets(older, newer)).toMatchObject(refused('was replaced by fiel reseal'))
  expect(withSecrets(newer)).toMatchObject({ status: 0 })
})
