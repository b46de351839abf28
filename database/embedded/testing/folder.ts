/** For tests of the embedded database: temporary folders, which are always removed, and processes that use them. */

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'
import { afterAll, expect, onTestFinished } from 'vitest'

import { startEmbedded } from '#database/embedded/embedded.ts'
import { dataParent } from '#database/testing/data-parent.ts'

export const embeddedFile = join(import.meta.dirname, '../embedded.ts')

let template: Promise<string> | undefined
afterAll(async () => template && rmSync(await template, { recursive: true }))

/** A folder with a database. The database is created once and copied, because initdb would take most of a test's time. */
export async function folderWithDatabase(): Promise<string> {
  template ??= makeTemplate()
  const folder = temporaryFolder()
  cpSync(join(await template, 'postgresql'), join(folder, 'postgresql'), { recursive: true })
  return folder
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(dataParent(), 'fiel-embedded-'))
  await (await startEmbedded(folder)).stop()
  return folder
}

export function temporaryFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(dataParent(), 'fiel-embedded-'))
  chmodSync(folder, mode)
  onTestFinished(async () => {
    for (const inside of ['', 'data', 'made/when/missing']) {
      const server = serverOf(join(folder, inside))
      if (!server) continue
      process.kill(server, 'SIGQUIT')
      await ended(server)
    }
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export async function start(folder: string, packageFolder?: string) {
  const server = await startEmbedded(folder, { packageFolder })
  onTestFinished(() => server.stop())
  return server
}

/** Another Node process that starts the database. It prints the URL, and stops after any input. */
export function elsewhere(folder: string) {
  const program = `
    import { startEmbedded } from ${JSON.stringify(embeddedFile)}
    const { url, stop } = await startEmbedded(${JSON.stringify(folder)})
    console.log(url)
    process.stdin.once('data', () => stop().then(() => process.exit()))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

export async function startElsewhere(folder: string) {
  const child = elsewhere(folder)
  const ended = once(child, 'exit')
  const [url] = await once(child.stdout, 'data')
  async function stop(): Promise<void> {
    child.stdin.write('stop')
    expect(await ended).toEqual([0, null])
  }
  return { url: String(url).trim(), process: child, ended, stop }
}

export async function query(url: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  // A test may kill the server: then the query fails, and this event must not end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<object>(text)).rows
  } finally {
    await client.end()
  }
}

export async function refused(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => Promise.reject(new Error('it started')),
    (error: Error) => error,
  )
}

/** The process id of the server that runs in a folder. */
export function serverOf(folder: string): number | undefined {
  const pidFile = join(folder, 'postgresql/data/postmaster.pid')
  if (!existsSync(pidFile)) return undefined
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'))
  return isAlive(pid) ? pid : undefined
}

function isAlive(pid: number): boolean {
  return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], {
    encoding: 'utf8',
  }).stdout.includes('postgres -D')
}

export async function ended(pid: number): Promise<void> {
  await until(() => !isAlive(pid))
}

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await sleep(5)
}
