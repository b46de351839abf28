/** The data of the embedded PostgreSQL in its folder: created once and atomically, and owned by the server's user. */

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
import { openLog } from './server-log.ts'

/** The database role that owns everything. */
export const role = 'fiel'

/** How long initdb may take; usually 700 ms. */
const initdbLimit_ms = 60_000
const unfinishedPrefix = 'postgresql.new-'

export type Files = ReturnType<typeof filesIn>

/** The paths of our files in `folder`, which is created if missing. Throws when the folder cannot be used. */
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
      /** Locked exclusively while a process starts or stops the server. */
      gate: join(place, 'postgresql.gate'),
      /** Locked in shared mode by every process that uses the server. */
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
 * Throws when the folder holds no data for PostgreSQL of version `major` and the server's user. A copy made as root or
 * without file modes gets its owner and its private mode back.
 */
export function checkCluster(files: Files, major: number, account: Account | undefined): void {
  const owner = statSync(files.cluster).uid
  const runner = account?.uid ?? process.getuid?.()
  const fromRoot = account && owner === 0
  if (!fromRoot && runner !== undefined && owner !== runner) {
    throw new Error(`it belongs to user ${owner}, and user ${runner} is to run it`)
  }
  const versionFile = join(files.data, 'PG_VERSION')
  if (!existsSync(versionFile)) throw new Error(`${versionFile} is missing`)
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== String(major)) {
    throw new Error(`its data is of PostgreSQL ${version}, and this program brings ${major}`)
  }
  if (!existsSync(files.password)) throw new Error(`${files.password} is missing`)
  if (fromRoot) chownAll(files.cluster, account)
  chmodSync(files.data, 0o700)
}

/**
 * Creates the data. A crash leaves either no data or all of it, because initdb works in a folder of a different name. The
 * folder is renamed after it is complete and on disk. Throws initdb's error.
 */
export async function makeCluster(
  files: Files,
  binaries: string,
  account: Account | undefined,
): Promise<void> {
  const unfinished = join(files.folder, `${unfinishedPrefix}${randomUUID()}`)
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

/** Removes the unfinished folders of failed or killed starts. */
async function sweepUnfinished(folder: string): Promise<void> {
  const names = readdirSync(folder).filter((name) => name.startsWith(unfinishedPrefix))
  for (const name of names) {
    // The initdb of a killed start may run for another second and still write there. A file left behind does no harm.
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined)
  }
}

async function initdb(
  unfinished: string,
  files: Files,
  binaries: string,
  account: Account | undefined,
): Promise<void> {
  // initdb requires a user in /etc/passwd. The owner of a folder mounted into a container may not be there.
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
        // PostgreSQL's own collation, the same on every machine, so that no upgrade of the C library breaks an index.
        ['-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
        ['--data-checksums', '--no-instructions'],
      ].flat(),
      {
        ...spawnOptions(data, log.handle, runner),
        timeout: initdbLimit_ms,
        killSignal: 'SIGKILL',
      },
    )
    const [code, signal] = await once(child, 'exit')
    if (signal) {
      const seconds = initdbLimit_ms / 1000
      throw new Error(`initdb was ended by ${signal}, as it is after ${seconds} seconds`)
    }
    if (code !== 0) throw new Error(log.reason())
  } finally {
    log.close()
  }
}

/** Options to spawn initdb and the server. They get few of our variables, because other users may read theirs. */
export function spawnOptions(
  cwd: string,
  log: number,
  account: Account | undefined,
  moreEnvironment: NodeJS.ProcessEnv = {},
) {
  const { PATH, SystemRoot } = process.env
  const stdio: SpawnOptions['stdio'] = ['ignore', log, log]
  const env = { PATH, SystemRoot, LC_ALL: 'C', TZ: 'UTC', ...moreEnvironment }
  return { cwd, env, stdio, ...account }
}

/** Gives the files that root created beside the data to the data's owner, who may start the server next time. */
export function giveFiles({ gate, users, log }: Files, { uid, gid }: Account): void {
  for (const path of [gate, users, log]) if (existsSync(path)) lchownSync(path, uid, gid)
}

function chownAll(path: string, { uid, gid }: Account): void {
  for (const entry of readdirSync(path, { recursive: true })) {
    lchownSync(join(path, String(entry)), uid, gid)
  }
  // The folder itself last: until then its owner shows that the work is unfinished.
  lchownSync(path, uid, gid)
}

/** Flushes a folder's entries to disk. */
function syncFolder(path: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
