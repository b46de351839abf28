/** The process of the embedded PostgreSQL: find it by its postmaster.pid, launch it, shut it down. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { type Account, dataPath } from './account.ts'
import { type Files, role, spawnOptions } from './cluster.ts'
import { openLog } from './server-log.ts'
import { isServer, markOf, notedServer } from './server-process.ts'

/** The longest time from the server's launch until it is ready, recovery after a crash included; usually 30 ms. */
const startLimit_ms = 60_000
/** The longest wait for the answer of a server that says it is ready; usually 8 ms. */
const answerLimit_ms = 5_000
/** The longest fast shutdown. The server writes what is in memory to the disk; usually 50 ms. */
const stopLimit_ms = 60_000
const poll_ms = 2

/**
 * The URL of the server that runs on this data, once it has finished starting, recovering or stopping. Undefined when no
 * server runs. Throws when it does not get ready or does not answer.
 */
export async function runningUrl(files: Files): Promise<string | undefined> {
  const deadline = Date.now() + startLimit_ms
  for (;;) {
    const recorded = notedServer(files)
    if (!recorded || !isServer(recorded.pid, markOf(files))) return undefined
    if (recorded.status === 'ready') {
      const url = urlAt(files, recorded.port)
      if (await answers(url)) return url
    }
    if (Date.now() > deadline) throw notReady(recorded.pid)
    await sleep(poll_ms)
  }
}

/**
 * Launches the server and resolves to its URL once it answers. No server may run on this data (see `runningUrl`). Throws
 * the server's own error when it gives up. A server that recovers for over 60 s is left running for the next start.
 */
export async function launch(
  files: Files,
  binaries: string,
  account: Account | undefined,
  chosen: string[],
): Promise<string> {
  const port = await portFor(files)
  const log = openLog(files)
  try {
    const child = spawn(
      join(binaries, 'postgres'),
      ['-D', dataPath(files.data, account), ...settings(files, port, chosen)],
      {
        ...spawnOptions(files.data, log.handle, account, overridden(files)),
        // Outside the terminal's process group: Ctrl-C then reaches only us, and we shut the server down cleanly.
        detached: true,
      },
    )
    if (child.pid === undefined) throw (await once(child, 'error'))[0]
    child.unref()
    const deadline = Date.now() + startLimit_ms
    while (!isReady(files, child.pid)) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(log.reason())
      if (Date.now() > deadline) throw notReady(child.pid)
      await sleep(poll_ms)
    }
  } finally {
    log.close()
  }
  const url = urlAt(files, port)
  try {
    if (await answers(url)) return url
    throw new Error('its server ended as soon as it was ready')
  } catch (error) {
    // The server runs but does not accept us. Stop it, because no other process would.
    await shutDown(files)
    throw error
  }
}

/** Shuts down the server of this data, if one runs. Resolves once it is gone. Throws after 60 s. */
export async function shutDown(files: Files): Promise<void> {
  const recorded = notedServer(files)
  if (!recorded) return
  const mark = markOf(files)
  if (!isServer(recorded.pid, mark)) return
  // SIGINT is a fast shutdown: it ends all sessions and loses nothing. On Windows it kills, and the next start recovers.
  process.kill(recorded.pid, 'SIGINT')
  const deadline = Date.now() + stopLimit_ms
  while (isServer(recorded.pid, mark)) {
    if (Date.now() > deadline) {
      const seconds = stopLimit_ms / 1000
      throw new Error(
        `The database in ${files.cluster} has not stopped within ${seconds} seconds; see ${files.log}.`,
      )
    }
    await sleep(poll_ms)
  }
}

/**
 * Settings on the command line, so that this list is current also for data that an older release created. The last value of a setting
 * counts.
 */
function settings(files: Files, port: number, chosen: string[]): string[] {
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    // Tests open many connections.
    'max_connections=200',
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
    // Without this, the log would quote refused rows, which are customers' data.
    'log_error_verbosity=terse',
    ...chosen,
    markOf(files),
  ].flatMap((setting) => ['-c', setting])
}

/**
 * Makes PostgreSQL ignore the process that postmaster.pid names. We have checked that it is not the server: that was killed,
 * and its process id has been reused. PostgreSQL cannot see that and would refuse to start. It still checks the shared
 * memory of the killed server's sessions. Even if our check were wrong, no two servers could write to this data.
 */
function overridden(files: Files): NodeJS.ProcessEnv {
  const recorded = notedServer(files)
  return recorded ? { PG_GRANDPARENT_PID: String(recorded.pid) } : {}
}

function isReady(files: Files, pid: number): boolean {
  const recorded = notedServer(files)
  return recorded?.pid === pid && recorded.status === 'ready'
}

function notReady(pid: number): Error {
  const seconds = startLimit_ms / 1000
  return new Error(`its server, process ${pid}, has not become ready within ${seconds} seconds`)
}

function urlAt({ password }: Files, port: number): string {
  return `postgresql://${role}:${readFileSync(password, 'utf8')}@127.0.0.1:${port}/postgres`
}

/** Whether the server accepts us. False while it starts or stops. Throws when it refuses us or is silent for 5 s. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answerLimit_ms })
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // "Starting up", "shutting down", a broken connection, or a closed port.
    const isTransient =
      /^(57P0|ECONN|EPIPE)/.test(code) || message.endsWith('terminated unexpectedly')
    if (isTransient) return false
    // node-postgres has no code for this error.
    if (message !== 'timeout expired') throw error
    throw new Error(`its server has not answered within ${answerLimit_ms / 1000} seconds`, {
      cause: error,
    })
  }
}

/**
 * The port of a killed server, so that its clients find the next one, or else any free port. Another program may take it
 * before PostgreSQL does; then the start is retried.
 */
async function portFor(files: Files): Promise<number> {
  const recorded = notedServer(files)
  return (recorded && (await freePort(recorded.port))) ?? (await freePort(0))!
}

/** `preferred` if it is free, or any free port for 0. Undefined when `preferred` is in use. */
async function freePort(preferred: number): Promise<number | undefined> {
  const server = createServer()
  const bound = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(preferred, '127.0.0.1', () => resolve(true))
  })
  if (!bound) return undefined
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
