/** The data of the embedded PostgreSQL in its folder: made once, whole or not at all, and owned by who runs the server. */

import { execFileSync, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

import { type Account, canReach } from './embedded-binaries.ts'

/** The database role that owns everything. */
export const role = 'fiel'

/** How long initdb may take; usually 700 ms. */
const initdb_limit_ms = 60_000
const unfinished_prefix = 'postgresql.new-'
/** A larger log is set aside before the server starts. */
const max_log_bytes = 10_000_000

export type Files = ReturnType<typeof filesIn>

/** Everything we keep in `folder`, which is made when it is missing. Throws when it cannot be. */
export function filesIn(folder: string) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    const place = realpathSync(folder)
    return {
      folder: place,
      /** The data and its password, as one unit: it can be moved, copied while stopped, or thrown away. */
      cluster: join(place, 'postgresql'),
      data: join(place, 'postgresql/data'),
      password: join(place, 'postgresql/password'),
      log: join(place, 'postgresql.log'),
      /** Held alone while somebody starts or stops the server. */
      gate: join(place, 'postgresql.gate'),
      /** Shared by all who use the server. */
      users: join(place, 'postgresql.users'),
    }
  } catch (cause) {
    throw new Error(
      `${folder} cannot be made a folder for the database (${(cause as Error).message}): name one that this user may write to.`,
      { cause },
    )
  }
}

/**
 * Who runs the server: this process's own user (undefined), but for root, as which PostgreSQL refuses to run: then the
 * owner of the data or of its folder, or nobody.
 */
export function serverAccount(files: Files): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const owners = [files.cluster, files.folder].filter(existsSync).map((path) => statSync(path))
  const owner = owners.find(({ uid }) => uid !== 0)
  return owner ? { uid: owner.uid, gid: owner.gid } : nobody()
}

/** The account that has nothing, on every Unix. */
export function nobody(): Account {
  const id = (what: string) => Number(execFileSync('id', [what, 'nobody'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** How `account` names the data folder, in which it must be started. */
export function dataPath(data: string, account: Account | undefined): string {
  if (!account || canReach(data, account)) return data
  // Under /root, say. The kernel resolves this link without searching the folders above, so the data stays where it is.
  if (process.platform === 'linux') return '/proc/self/cwd'
  throw new Error(`user ${account.uid}, who is to run it, may not search the folders above it`)
}

/** Throws when what is there is no data for PostgreSQL of version `major`; gives it to `account`, if root copied it here. */
export function checkCluster(files: Files, major: number, account: Account | undefined): void {
  const version_file = join(files.data, 'PG_VERSION')
  if (!existsSync(version_file)) throw new Error(`${version_file} is missing`)
  const version = readFileSync(version_file, 'utf8').trim()
  if (version !== String(major)) {
    throw new Error(`its data is of PostgreSQL ${version}, and this program brings ${major}`)
  }
  if (!existsSync(files.password)) throw new Error(`${files.password} is missing`)
  if (account && statSync(files.cluster).uid !== account.uid) chownAll(files.cluster, account)
}

/**
 * Makes the data. A crash at any moment leaves either nothing that counts or all of it: initdb works
 * in a folder of another name, which is renamed when it is finished and on the disk. Throws what initdb says.
 */
export async function makeCluster(
  files: Files,
  binaries: string,
  account: Account | undefined,
): Promise<void> {
  await sweepUnfinished(files.folder)
  const unfinished = join(files.folder, `${unfinished_prefix}${randomUUID()}`)
  await initdb(unfinished, files, binaries, account)
  if (account) chownAll(unfinished, account)
  syncFolder(unfinished)
  renameSync(unfinished, files.cluster)
  syncFolder(files.folder)
}

async function sweepUnfinished(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.startsWith(unfinished_prefix))
  for (const name of names) {
    // A killed start's initdb may outlive it for a second and still write: then a later sweep takes the rest.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function initdb(
  unfinished: string,
  files: Files,
  binaries: string,
  account: Account | undefined,
): Promise<void> {
  // initdb wants a user that /etc/passwd knows, which the owner of a folder mounted into a container may not be.
  const runner = account && nobody()
  const data = join(unfinished, 'data')
  const password = join(unfinished, 'password')
  mkdirSync(unfinished, 0o700)
  mkdirSync(data, 0o700)
  writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  if (runner) chownAll(unfinished, runner)

  const log = openLog(files)
  try {
    const child = spawn(
      join(binaries, 'initdb'),
      [
        ['-D', dataPath(data, runner), '-U', role, '--pwfile=../password', '-A', 'scram-sha-256'],
        // Its own collation, the same on every machine: no upgrade of the C library can break an index.
        ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ['--data-checksums', '--no-instructions'],
      ].flat(),
      {
        ...spawnOptions(data, log.handle, runner),
        timeout: initdb_limit_ms,
        killSignal: 'SIGKILL',
      },
    )
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(log.reason())
  } finally {
    log.close()
  }
}

/** How initdb and the server are spawned: they see little of our environment, since others may read theirs. */
export function spawnOptions(cwd: string, log: number, account: Account | undefined) {
  const { PATH, SystemRoot } = process.env
  return {
    cwd,
    env: { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore' as const, log, log],
    ...account,
  }
}

/** The log, to be appended to; `reason` is why a program that wrote to it since gave up, in its own words. */
export function openLog({ log }: Files) {
  if (existsSync(log) && statSync(log).size > max_log_bytes) renameSync(log, `${log}.old`)
  const handle = openSync(log, 'a', 0o600)
  const { size } = statSync(log)
  return {
    handle,
    close: () => closeSync(handle),
    reason(): string {
      const written = readFileSync(log).subarray(size).toString().trim()
      const complaints = [...written.matchAll(/(?:FATAL|PANIC|error):\s+(.+)/g)]
      const reason = complaints.at(-1)?.[1] ?? written.split('\n').at(-1)
      return reason || 'it ended without a word'
    },
  }
}

function chownAll(path: string, { uid, gid }: Account): void {
  // The folder itself last: while it is still another's, the work is known to be unfinished.
  for (const entry of readdirSync(path, { recursive: true }))
    lchownSync(join(path, String(entry)), uid, gid)
  chownSync(path, uid, gid)
}

/** Puts the names in a folder on the disk. */
function syncFolder(path: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
