/**
 * The embedded database: a real PostgreSQL with its data in a folder, for the demo and for tests. Code outside this folder
 * imports this file only: `startEmbedded`, `runtimeUrl`, `setAside`.
 */

import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { type Account, nobody, serverAccount } from './account.ts'
import { installedPackage, packageVersion, runnableBinaries } from './binaries.ts'
import { checkCluster, type Files, filesIn, giveFiles, makeCluster } from './cluster.ts'
import { type Lock, lockAlone, lockShared, tryAlone } from './file-lock.ts'
import { launch, runningUrl, shutDown } from './server.ts'
import { isOfAnotherMajor, setAside } from './set-aside.ts'
import { watchServer } from './watch.ts'

export { setAside }

/** The longest wait for the gate. It exceeds the limits of initdb, start and stop together, so the process inside ends first. */
const gateLimit_ms = 200_000
/** How long a start is retried after a transient error: a server that another process stops is gone within this time. */
const retryLimit_ms = 10_000
const retry_ms = 50

type Embedded = {
  /** The URL with the role that owns everything. */
  url: string
  /** The URL with the API's role, which `migrate` creates. */
  runtimeUrl: string
  stop: () => Promise<void>
}

type Options = {
  /** Restarts a killed server, until `stop`: a demo has no other supervisor. */
  isWatched?: boolean
  /** Moves data of another major version of PostgreSQL aside first (`setAside`), instead of refusing it. */
  replacesOtherMajor?: boolean
  packageFolder?: string | undefined
  /** Settings of postgresql.conf as `name=value`, for a server that this call launches: they win over ours. */
  settings?: string[]
}

/**
 * Starts PostgreSQL with its data in `folder`, which is created if missing. Resolves to the URL of its `postgres` database
 * once it answers. It listens on 127.0.0.1 only, on a port that changes after each clean stop.
 *
 * A server that already runs on this data is shared, also one left behind by a killed process. `stop` ends our use. The
 * last `stop` shuts the server down and waits until it is gone.
 *
 * As root, PostgreSQL runs as the owner of the data or of `folder`, or else as nobody. On Linux the data stays in `folder`
 * even if that user may not search the folders above (`dataPath`). Programs that the user cannot reach are copied to the
 * temporary folder (`runnableBinaries`).
 *
 * Throws an Error of one English sentence when the database cannot start. Every wait has a limit.
 */
export async function startEmbedded(
  folder: string,
  {
    isWatched = false,
    replacesOtherMajor = false,
    packageFolder = installedPackage(),
    settings = [],
  }: Options = {},
): Promise<Embedded> {
  if (replacesOtherMajor && isOfAnotherMajor(folder)) await setAside(folder, 'another PostgreSQL')
  const { url, restart, stop } = await start(folder, packageFolder, settings)
  const watch = isWatched ? await watchServer(url, restart) : undefined
  return {
    url,
    runtimeUrl: runtimeUrl(url),
    stop: async () => {
      await watch?.stop()
      await stop()
    },
  }
}

async function start(folder: string, packageFolder: string, settings: string[]) {
  const files = filesIn(folder)
  try {
    const account = serverAccount(files.cluster, files.folder)
    const urlInGate = () => urlOfServer(files, account, packageFolder, settings)
    return await inGate(files, account, async () => {
      const url = await urlInGate()
      // Always succeeds: only a process inside the gate locks the file `users` exclusively, and this process is inside.
      const use = lockShared(files.users)!
      let stopped: Promise<void> | undefined
      return {
        url,
        /** Starts the server again, on the same port if it is free. Resolves to the URL. */
        restart: () => inGate(files, account, urlInGate),
        stop: () => (stopped ??= leave(files, use)),
      }
    })
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\.\s*$/, '')
    throw new Error(
      `The database in ${files.cluster} cannot start: ${reason}; see ${files.log}, or move ${files.cluster} away to begin anew.`,
      { cause },
    )
  }
}

/** The URL with the API's role. It has the owner's password: a user who can read that file can read the data anyway. */
export function runtimeUrl(url: string): string {
  return Object.assign(new URL(url), { username: 'fiel_runtime' }).href
}

async function inGate<Result>(
  files: Files,
  account: Account | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  const gate = await enterGate(files)
  try {
    return await work()
  } finally {
    if (account) giveFiles(files, account)
    gate.release()
  }
}

/** Only one process at a time starts or stops the server, so that no start races with a stop. */
async function enterGate(files: Files): Promise<Lock> {
  const gate = await lockAlone(files.gate, gateLimit_ms)
  if (gate) return gate
  const seconds = gateLimit_ms / 1000
  throw new Error(
    `another process has been starting or stopping the server of ${files.folder} for ${seconds} seconds`,
  )
}

async function urlOfServer(
  files: Files,
  account: Account | undefined,
  packageFolder: string,
  settings: string[],
): Promise<string> {
  const made = existsSync(files.cluster)
  if (made) checkCluster(files, Number.parseInt(packageVersion(packageFolder)), account)
  const binaries = runnableBinaries(packageFolder, account ? [account, nobody()] : [])
  if (!made) await makeCluster(files, binaries, account)
  const deadline = Date.now() + retryLimit_ms
  for (;;) {
    try {
      return (await runningUrl(files)) ?? (await launch(files, binaries, account, settings))
    } catch (error) {
      if (!transientReason.test((error as Error).message) || Date.now() > deadline) throw error
      await sleep(retry_ms)
    }
  }
}

/**
 * Transient errors. Children of a killed server end a moment later. Another program may take our free port before the server
 * listens. A start may have been killed before its server wrote postmaster.pid, the lock file.
 */
const transientReason =
  /pre-existing shared memory block|could not create any TCP\/IP sockets|lock file .* already exists/

async function leave(files: Files, use: Lock): Promise<void> {
  // A server whose data has been removed ends by itself within a minute.
  if (!existsSync(files.data)) return use.release()
  const gate = await enterGate(files)
  try {
    use.release()
    const last = tryAlone(files.users)
    if (!last) return
    last.release()
    await shutDown(files)
  } finally {
    gate.release()
  }
}
