/** Starts the real server in a separate data folder, and kills it. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = join(import.meta.dirname, '../..')
/** A server that is not ready after this time has failed. */
const readyLimit_ms = 60_000
const poll_ms = 20

export type Started = { child: ChildProcess; address: string }

/** Resolves once the server prints that it listens. */
export async function start(dataFolder: string): Promise<Started> {
  const child = spawn(process.execPath, ['demo/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_FOLDER: dataFolder, DATABASE_URL: '', SMTP_URL: '' },
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

/** The process id of PostgreSQL's postmaster. */
export async function postmasterOf(dataFolder: string): Promise<number> {
  const pidFile = await readFile(join(dataFolder, 'postgresql/data/postmaster.pid'), 'utf8')
  return Number(pidFile.split('\n')[0])
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
