/** The data of the embedded PostgreSQL in its folder: made once, whole or not at all, and owned by who runs the server. */

import { spawn, type SpawnOptions } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  accessSync,
  chmodSync,
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

import { type Account, dataPath, nobody } from './account.ts'

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
 * Throws when what is there is no data for PostgreSQL of version `major` and for its user. Repairs what copying it here
 * as root, or without its modes, may have changed: whose it is, and that nobody else may look in.
 */
export function checkCluster(files: Files, major: number, account: Account | undefined): void {
  const owner = statSync(files.cluster).uid
  const runner = account?.uid ?? process.getuid?.()
  const from_root = account && owner === 0
  if (!from_root && runner !== undefined && owner !== runner) {
    throw new Error(`it belongs to user ${owner}, and user ${runner} is to run it`)
  }
  const version_file = join(files.data, 'PG_VERSION')
  if (!existsSync(version_file)) throw new Error(`${version_file} is missing`)
  const version = readFileSync(version_file, 'utf8').trim()
  if (version !== String(major)) {
    throw new Error(`its data is of PostgreSQL ${version}, and this program brings ${major}`)
  }
  if (!existsSync(files.password)) throw new Error(`${files.password} is missing`)
  if (from_root) chownAll(files.cluster, account)
  chmodSync(files.data, 0o700)
}

/**
 * Makes the data. A crash at any moment leaves either nothing that counts or all of it: initdb works in a folder of
 * another name, which is renamed when it is finished and on the disk. Throws what initdb says.
 */
export async function makeCluster(
  files: Files,
  binaries: string,
  account: Account | undefined,
): Promise<void> {
  const unfinished = join(files.folder, `${unfinished_prefix}${randomUUID()}`)
  try {
    await initdb(unfinished, files, binaries, account)
    if (account) chownAll(unfinished, account)
    syncFolder(unfinished)
    renameSync(unfinished, files.cluster)
    syncFolder(files.folder)
  } finally {
    await sweepUnfinished(files.folder)
  }
}

/** Removes what a failed or killed start left. */
async function sweepUnfinished(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.startsWith(unfinished_prefix))
  for (const name of names) {
    // The initdb of a killed start may outlive it for a second, and still write there: that harms nothing but its tidiness.
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
    const [code, signal] = await once(child, 'exit')
    if (signal) {
      const seconds = initdb_limit_ms / 1000
      throw new Error(`initdb was ended by ${signal}, as it is after ${seconds} seconds`)
    }
    if (code !== 0) throw new Error(log.reason())
  } finally {
    log.close()
  }
}

/** How initdb and the server are spawned: they see little of our environment, since others may read theirs. */
export function spawnOptions(
  cwd: string,
  log: number,
  account: Account | undefined,
  more_environment: NodeJS.ProcessEnv = {},
) {
  const { PATH, SystemRoot } = process.env
  const stdio: SpawnOptions['stdio'] = ['ignore', log, log]
  const env = { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC', ...more_environment }
  return { cwd, env, stdio, ...account }
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
      // Sessions of a server that was killed end about now, and write to the same log.
      const complaint = /(?:FATAL|PANIC|error):\s+(?!\s|terminating connection)(.+)/g
      const complaints = [...written.matchAll(complaint)]
      const reason = complaints.at(-1)?.[1] ?? written.split('\n').at(-1)
      return reason || 'it ended without a word'
    },
  }
}

/** What root made beside the data goes to the same owner, who may be the one to start the server next time. */
export function giveFiles({ gate, users, log }: Files, { uid, gid }: Account): void {
  for (const path of [gate, users, log]) if (existsSync(path)) lchownSync(path, uid, gid)
}

function chownAll(path: string, { uid, gid }: Account): void {
  for (const entry of readdirSync(path, { recursive: true })) {
    lchownSync(join(path, String(entry)), uid, gid)
  }
  // The folder itself last: while it is another's, the work is known to be unfinished.
  lchownSync(path, uid, gid)
}

/** Puts the names in a folder on the disk. */
function syncFolder(path: string): void {
  // Windows opens no folders.
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
