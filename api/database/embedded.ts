/** The database that comes with Fiel: a real PostgreSQL with its data in a folder, for whoever names no DATABASE_URL. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, statSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { installedPackage, packageVersion, runnableBinaries } from './embedded-binaries.ts'
import {
  type Account,
  checkCluster,
  dataPath,
  type Files,
  filesIn,
  makeCluster,
  openLog,
  role,
  serverAccount,
  spawnOptions,
} from './embedded-cluster.ts'
import { lockAlone, lockShared, type Lock, tryAlone } from './file-lock.ts'

/** Longer than initdb, a start and a stop together: whoever is at it gives up first. */
const gate_limit_ms = 200_000
/** From the start to "ready", a crash's recovery included; usually 30 ms. */
const start_limit_ms = 60_000
/** How long a start is tried again for reasons that pass. */
const retry_limit_ms = 10_000
/** A fast shutdown writes what is in memory to the disk; usually 100 ms. */
const stop_limit_ms = 60_000
const answer_limit_ms = 5_000
const poll_ms = 2

/**
 * Starts PostgreSQL with its data in `folder`, which is made when missing, and resolves to the URL of its `postgres`
 * database once it answers; it listens on 127.0.0.1 only, on a port that changes from start to start. A server that
 * already runs there is used instead, whether it serves another process or was left by one that was killed. `stop` ends
 * our use of it; the last process to stop shuts the server down, and waits for that.
 *
 * As root the server runs as the owner of the data or of `folder`, else as nobody. The data is in `folder` even when that
 * user may not search the folders above it (on Linux; elsewhere that is an error); see `dataPath`, `runnableBinaries`.
 *
 * Throws an Error of one sentence when it cannot start, within the limits above.
 */
export async function startEmbedded(
  folder: string,
  package_folder: string = installedPackage(),
): Promise<{ url: string; stop(): Promise<void> }> {
  const files = filesIn(folder)
  try {
    const account = serverAccount(files)
    const gate = await enterGate(files)
    try {
      const port = await runningOrStarted(files, account, package_folder)
      // Nobody is alone on it but inside the gate, where we are.
      const use = lockShared(files.users)!
      if (account) giveAway(files, account)
      let stopped: Promise<void> | undefined
      return { url: urlOf(files, port), stop: () => (stopped ??= leave(files, use)) }
    } finally {
      gate.release()
    }
  } catch (cause) {
    const reason = (cause as Error).message.replace(/\.?\s*$/, '')
    throw new Error(
      `The database in ${files.cluster} cannot start: ${reason}; see ${files.log}, or move ${files.cluster} away to begin anew.`,
      { cause },
    )
  }
}

/** Starting and stopping happen one at a time among all processes, so neither can cross the other. */
async function enterGate(files: Files): Promise<Lock> {
  const gate = await lockAlone(files.gate, gate_limit_ms)
  if (gate) return gate
  throw new Error(
    `another process has been starting or stopping it for ${gate_limit_ms / 1000} seconds`,
  )
}

async function runningOrStarted(
  files: Files,
  account: Account | undefined,
  package_folder: string,
): Promise<number> {
  const accounts = account ? [account] : []
  if (!existsSync(files.cluster)) {
    await makeCluster(files, (runner) => runnableBinaries(package_folder, [runner]), account)
  }
  checkCluster(files, Number.parseInt(packageVersion(package_folder)), account)

  const running = await runningPort(files)
  if (running) return running
  const binaries = runnableBinaries(package_folder, accounts)
  const deadline = Date.now() + retry_limit_ms
  for (;;) {
    try {
      const port = await launch(files, binaries, account)
      await answers(urlOf(files, port))
      return port
    } catch (error) {
      if (!passing.test((error as Error).message) || Date.now() > deadline) throw error
      await sleep(50)
    }
  }
}

/** After a kill of the server alone, its children take a moment to notice; a free port may be taken before we listen. */
const passing = /pre-existing shared memory block|could not create any TCP\/IP sockets/

/** The port of the server that runs on this data; waits while it is starting, recovering or stopping. */
async function runningPort(files: Files): Promise<number | undefined> {
  const deadline = Date.now() + start_limit_ms
  for (;;) {
    const noted = notedServer(files)
    if (!noted || !isServer(noted.pid, markOf(files))) return undefined
    if (noted.status === 'ready' && (await answers(urlOf(files, noted.port)))) return noted.port
    if (Date.now() > deadline) throw new Error(notReady(noted.pid))
    await sleep(poll_ms)
  }
}

/** Starts the server and resolves to its port once it is ready. Throws its own words when it gives up. */
async function launch(
  files: Files,
  binaries: string,
  account: Account | undefined,
): Promise<number> {
  const port = await freePort()
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A refused row's content, which is a customer's data, stays out of the log.
    log_error_verbosity: 'terse',
    ...markOf(files),
  }
  const log = openLog(files)
  ...
}
