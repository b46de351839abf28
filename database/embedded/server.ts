/** The process of the embedded PostgreSQL: found by what it wrote into postmaster.pid, launched, shut down. */

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { type Account, dataPath } from './account.ts'
import { type Files, openLog, role, spawnOptions } from './cluster.ts'

/** From the launch until it is ready, recovery after a crash included; usually 30 ms. */
const start_limit_ms = 60_000
/** From connecting to a server that says it is ready, to its answer; usually 8 ms. */
const answer_limit_ms = 5_000
/** A fast shutdown writes what is in memory to the disk; usually 50 ms. */
const stop_limit_ms = 60_000
const poll_ms = 2

/**
 * The URL of the server that runs on this data, once it is neither starting, recovering nor stopping; undefined when none
 * does. Throws when it never gets ready, or does not answer.
 */
export async function runningUrl(files: Files): Promise<string | undefined> {
  const deadline = Date.now() + start_limit_ms
  for (;;) {
    const noted = notedServer(files)
    if (!noted || !isServer(noted.pid, markOf(files))) return undefined
    if (noted.status === 'ready') {
      const url = urlAt(files, noted.port)
      if (await answers(url)) return url
    }
    if (Date.now() > deadline) throw notReady(noted.pid)
    await sleep(poll_ms)
  }
}

/**
 * Launches the server and resolves to its URL once it answers. Nothing may run on this data (`runningUrl`). Throws the
 * server's own words when it gives up. One that takes too long to recover is left to finish that for the next start.
 */
export async function launch(
  files: Files,
  binaries: string,
  account: Account | undefined,
): Promise<string> {
  const port = await portFor(files)
  const log = openLog(files)
  try {
    const child = spawn(
      join(binaries, 'postgres'),
      ['-D', dataPath(files.data, account), ...settings(files, port)],
      {
        ...spawnOptions(files.data, log.handle, account, overridden(files)),
        // Out of the terminal's process group: its Ctrl-C is for us, who then stop the server in good order.
        detached: true,
      },
    )
    if (child.pid === undefined) throw (await once(child, 'error'))[0]
    child.unref()
    const deadline = Date.now() + start_limit_ms
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
    // It runs, but not for us: nobody else would ever stop it.
    await shutDown(files)
    throw error
  }
}

/** Shuts down the server of this data, if one runs, and resolves once it is gone. Throws when it does not go. */
export async function shutDown(files: Files): Promise<void> {
  const noted = notedServer(files)
  if (!noted) return
  const mark = markOf(files)
  if (!isServer(noted.pid, mark)) return
  // A fast shutdown: it ends all sessions and loses nothing. (Windows knows only to kill; the next start recovers.)
  process.kill(noted.pid, 'SIGINT')
  const deadline = Date.now() + stop_limit_ms
  while (isServer(noted.pid, mark)) {
    if (Date.now() > deadline) {
      const seconds = stop_limit_ms / 1000
      throw new Error(
        `The database in ${files.cluster} has not stopped within ${seconds} seconds; see ${files.log}.`,
      )
    }
    await sleep(poll_ms)
  }
}

/** On the command line, so that the present truth is here and not in a file of the day the data was made. */
function settings(files: Files, port: number): string[] {
  return [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    // Tests open many.
    'max_connections=200',
    'shared_buffers=128MB',
    'timezone=UTC',
    'log_timezone=UTC',
    // A refused row's content is a customer's data, which has no place in a log.
    'log_error_verbosity=terse',
    markOf(files),
  ].flatMap((setting) => ['-c', setting])
}

/**
 * A setting of no meaning but to tell this data's server from any other process: its folder's inode, which a copy does not
 * share and a folder that is moved keeps.
 */
function markOf({ data }: Files): string {
  const { dev, ino } = statSync(data, { bigint: true })
  return `fiel.data=${dev}:${ino}`
}

/** What a server last wrote about itself, dead or alive. */
function notedServer({ data }: Files): { pid: number; port: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]), status: lines[7]?.trim() ?? '' }
  } catch (error) {
    // No server runs, and the last one ended in good order.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether process `pid` lives and is the server of this data: a number alone may long be another's. */
function isServer(pid: number, mark: string): boolean {
  return commandLine(pid)
    .split(/[\0\s]/)
    .includes(mark)
}

/** Empty for a process that is gone, or dead but not yet buried by its parent. */
function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    const command: [string, string[]] =
      process.platform === 'win32'
        ? [
            'powershell',
            ['-c', `(Get-CimInstance Win32_Process -Filter ProcessId=${pid}).CommandLine`],
          ]
        : ['ps', ['-ww', '-o', 'command=', '-p', String(pid)]]
    return execFileSync(...command, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  } catch {
    // There is no such process, or it is one whose owner does not let us look: not ours.
    return ''
  }
}

/**
 * Tells PostgreSQL to take no notice of the process that postmaster.pid names. We have looked: it is not the server, which
 * was killed and whose number is another's now. PostgreSQL cannot see that, and would refuse to start. It still looks for
 * sessions of the killed server by their shared memory, so even if we were wrong, no two servers could write to this data.
 */
function overridden(files: Files): NodeJS.ProcessEnv {
  const noted = notedServer(files)
  return noted ? { PG_GRANDPARENT_PID: String(noted.pid) } : {}
}

function isReady(files: Files, pid: number): boolean {
  const noted = notedServer(files)
  return noted?.pid === pid && noted.status === 'ready'
}

function notReady(pid: number): Error {
  const seconds = start_limit_ms / 1000
  return new Error(`its server, process ${pid}, has not become ready within ${seconds} seconds`)
}

function urlAt({ password }: Files, port: number): string {
  return `postgresql://${role}:${readFileSync(password, 'utf8')}@127.0.0.1:${port}/postgres`
}

/** Whether the server lets us in; false while it is on its way up or down. Throws when it refuses or keeps silent. */
async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: answer_limit_ms })
  try {
    await client.connect()
    await client.end()
    return true
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    // "Starting up", "shutting down", cut off in between, or nobody listens any more.
    const passes = /^(57P0|ECONN|EPIPE)/.test(code) || message.endsWith('terminated unexpectedly')
    if (passes) return false
    // node-postgres says no more than this.
    if (message !== 'timeout expired') throw error
    throw new Error(`its server has not answered within ${answer_limit_ms / 1000} seconds`, {
      cause: error,
    })
  }
}

/**
 * Where a server that was killed was, so that who was connected finds the next one; else a port that nobody listens on
 * now. Another may take it before we do: then the start is tried again.
 */
async function portFor(files: Files): Promise<number> {
  const noted = notedServer(files)
  return (noted && (await freePort(noted.port))) ?? (await freePort(0))!
}

/** `wanted`, or any for 0; undefined when somebody listens there. */
async function freePort(wanted: number): Promise<number | undefined> {
  const server = createServer()
  const bound = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(wanted, '127.0.0.1', () => resolve(true))
  })
  if (!bound) return undefined
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
