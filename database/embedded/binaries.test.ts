import {
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { nobody } from './account.ts'
import { installedPackage, packageVersion } from './binaries.ts'
import { startEmbedded } from './embedded.ts'
import {
  folderWithDatabase,
  query,
  refused,
  serverOf,
  start,
  temporaryFolder,
} from './testing/folder.ts'

const isRoot = process.getuid?.() === 0

describe('a start with the installed programs', () => {
  test('a start creates the links that npm could not create, also in two concurrent starts', async () => {
    const packageFolder = packageWithoutLinks(temporaryFolder())
    const folders = [await folderWithDatabase(), await folderWithDatabase()]
    const servers = await Promise.all(folders.map((folder) => start(folder, packageFolder)))
    for (const { url } of servers) {
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    }
  })

  test.runIf(isRoot)(
    'a start as root copies programs that the server’s user cannot reach, and moves no data',
    async () => {
      const folder = temporaryFolder(0o700)
      const packageFolder = packageWithoutLinks(folder)
      vi.stubEnv('TMPDIR', temporaryFolder())
      onTestFinished(() => void vi.unstubAllEnvs())
      const first = await start(join(folder, 'data'), packageFolder)
      await query(first.url, 'create table kept as select 42 as answer')
      const copy = join(tmpdir(), readdirSync(tmpdir())[0]!, 'native')
      const server = serverOf(join(folder, 'data'))!
      expect(readFileSync(`/proc/${server}/cmdline`, 'utf8')).toContain(`${copy}/bin/postgres`)
      expect(statSync(`/proc/${server}`).uid).not.toBe(0)
      expect(existsSync(join(folder, 'data/postgresql/data/PG_VERSION'))).toBe(true)
      await first.stop()

      // As after a clean-up of temporary files.
      rmSync(join(copy, 'share/postgresql/timezone'), { recursive: true })
      const second = await start(join(folder, 'data'), packageFolder)
      expect(
        await query(
          second.url,
          `select answer, '2027-01-01 12:00Z'::timestamptz at time zone 'America/Sao_Paulo' = '2027-01-01 09:00' as there from kept`,
        ),
      ).toEqual([{ answer: 42, there: true }])
    },
  )

  test.runIf(isRoot)(
    'a start as root runs nothing from a folder that another user created',
    async () => {
      const folder = temporaryFolder(0o700)
      const packageFolder = packageWithoutLinks(folder)
      vi.stubEnv('TMPDIR', temporaryFolder())
      onTestFinished(() => void vi.unstubAllEnvs())
      const version = packageVersion(packageFolder)
      const place = join(tmpdir(), `fiel-postgresql-${basename(packageFolder)}-${version}-0`)
      mkdirSync(place)
      chownSync(place, nobody().uid, nobody().gid)
      const { message } = await refused(startEmbedded(join(folder, 'data'), { packageFolder }))
      expect(message).toContain(`${place} belongs to another user`)
      expect(readdirSync(place)).toEqual([])
    },
  )

  test.runIf(isRoot)(
    'a start as root runs the server as the owner of its folder, in /etc/passwd or not',
    async () => {
      const folder = temporaryFolder()
      chownSync(folder, 54_321, 54_321)
      const { url } = await start(folder)
      expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
      expect(statSync(`/proc/${serverOf(folder)}`).uid).toBe(54_321)
      const owners = readdirSync(folder).map((name) => statSync(join(folder, name)).uid)
      expect(new Set(owners)).toEqual(new Set([54_321]))
    },
  )
})

/** The package as npm installs it with --ignore-scripts. */
function packageWithoutLinks(folder: string): string {
  const copy = join(folder, 'linux-x64')
  cpSync(installedPackage(), copy, {
    recursive: true,
    filter: (path) => !lstatSync(path).isSymbolicLink(),
  })
  return copy
}
