import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'

export type OwnServer = { process: ChildProcess; port: string; stop: () => Promise<void> }

/** Fiel in a process of its own, as a user starts it, on a data folder that goes with it. */
export async function startOwnServer(folder: string): Promise<OwnServer> {
  const process_of_its_own = spawn(process.execPath, ['api/main.ts'], {
    env: { ...process.env, PORT: '0', DATA_FOLDER: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  async function stop(): Promise<void> {
    process_of_its_own.kill('SIGTERM')
    await once(process_of_its_own, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  let printed = ''
  for await (const chunk of process_of_its_own.stdout) {
    printed += String(chunk)
    if (!printed.includes('Ctrl-C')) continue
    process_of_its_own.stdout.resume()
    return { process: process_of_its_own, port: /localhost:(\d+)/.exec(printed)![1]!, stop }
  }
  throw new Error(`the server ended before it listened: ${printed}`)
}
