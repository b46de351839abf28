/** Starts the real server in a separate data folder, and kills it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import type pg from 'pg'

import { isDatabaseAway } from '#database/sql.ts'

const root = join(import.meta.dirname, '../..')
/** A server that is not ready after this time has failed. */
const readyLimit_ms = 60_000
const poll_ms = 20

export type Started = { child: ChildProcess; address: string }

/** Resolves once the server prints that it listens. */
export async function start(dataFolder: string): Promise<Started> {
  const child = spawn(process.execPath, ['demo/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      DATA_FOLDER: dataFolder,
      DATABASE_URL: '',
      SMTP_URL: '',
      // A start without it compiles the sources again, for most of its time.
      NODE_COMPILE_CACHE: join(dataFolder, 'compiled'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise((resolve, reject) => {
    let printed = ''
    // Keep reading after the start: a full pipe would block the server when it logs.
    child.stdout.on('data', (chunk) => {
      printed += String(chunk)
      const port = /http:\/\/localhost:(\d+)/.exec(printed)?.[1]
      if (port && printed.includes('Ctrl-C')) {
        resolve({ child, address: `http://127.0.0.1:${port}` })
      }
    })
    child.on('exit', () => reject(new Error(`it ended before it listened: ${printed}`)))
  })
}

export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Kills PostgreSQL's postmaster. Resolves once another one accepts connections on the same data. */
export async function killPostmaster(dataFolder: string): Promise<void> {
  const killed = await postmasterOf(dataFolder)
  process.kill(killed.pid, 'SIGKILL')
  const deadline = performance.now() + readyLimit_ms
  while (performance.now() < deadline) {
    const { pid, status } = await postmasterOf(dataFolder)
    if (pid !== killed.pid && status === 'ready') return
    await sleep(poll_ms)
  }
  throw new Error(`no PostgreSQL within ${readyLimit_ms / 1000} s`)
}

/** postmaster.pid: the process id is its first line, the status its eighth. A postmaster that starts writes it line by line. */
async function postmasterOf(dataFolder: string): Promise<{ pid: number; status: string }> {
  const pidFile = await readFile(join(dataFolder, 'postgresql/data/postmaster.pid'), 'utf8').catch(
    // A postmaster that starts replaces the file of the killed one.
    () => '',
  )
  const lines = pidFile.split('\n')
  return { pid: Number(lines[0]), status: (lines[7] ?? '').trim() }
}

/**
 * Resolves once a new connection works. Backends of a killed PostgreSQL answer for a moment longer, so a ready API does not
 * imply that the restarted PostgreSQL accepts connections.
 */
export async function answersAgain(database: pg.Pool): Promise<void> {
  const until = performance.now() + 10_000
  for (;;) {
    try {
      await database.query('select 1')
      return
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() > until) throw error
      await sleep(100)
    }
  }
}

/** Resolves once `/api/health`, which reads the database, answers 200. */
export async function ready(address: string): Promise<void> {
  const deadline = performance.now() + readyLimit_ms
  while (performance.now() < deadline) {
    const response = await fetch(`${address}/api/health`).catch(() => undefined)
    await response?.arrayBuffer()
    if (response?.status === 200) return
    await sleep(poll_ms)
  }
  throw new Error(`not ready within ${readyLimit_ms / 1000} s`)
}
