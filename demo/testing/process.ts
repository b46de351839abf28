/** Starts the whole service as a separate process on a data folder, and calls it as a customer or a till. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'

import { dataParent } from '#database/testing/data-parent.ts'

const root = join(import.meta.dirname, '../..')

export type Started = { child: ChildProcess; printed: string; address: string }

/** Resolves once the process prints that it listens. `running` gets the child at once, so that a failed start is stopped too. */
export async function startProcess(
  dataFolder: string,
  running: ChildProcess[],
  program: string = process.execPath,
  args: string[] = ['demo/main.ts'],
): Promise<Started> {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_FOLDER: dataFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    const address = /http:\/\/localhost:\d+/.exec(printed)?.[0]
    if (address && printed.includes('Ctrl-C')) {
      child.stdout.resume()
      return { child, printed, address }
    }
  }
  throw new Error(`it ended before it listened: ${printed}`)
}

export async function stop(child: ChildProcess, signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL') {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

export const emptyFolder = () => mkdtemp(join(dataParent(), 'fiel-main-'))

/** Creates the data of a first start. Tests copy it, because initdb, the schema and the demo take most of a first start. */
export async function makeDemoData(): Promise<string> {
  const folder = await emptyFolder()
  const { child } = await startProcess(folder, [])
  await stop(child, 'SIGTERM')
  return folder
}

export async function cafeAt(address: string): Promise<{ company_id: string }> {
  const domain = await fetch(`${address}/api/company/get-company-by-domain/cafe.localhost`)
  const [cafe] = (await domain.json()) as [{ company_id: string }]
  return cafe
}

export async function demoBalance({ printed, address }: Started): Promise<unknown> {
  const [, identifier, password] = /Customer of each demo\s+(\S+)\s+password (\S+)/.exec(printed)!
  const { company_id } = await cafeAt(address)
  const login = await fetch(`${address}/api/customer/login`, {
    method: 'POST',
    headers: { 'company-id': company_id, 'content-type': 'application/json' },
    body: JSON.stringify({ identifier, password }),
  })
  return ((await login.json()) as { data: { balance: unknown } }).data.balance
}

export function sell({ printed, address }: Started, external_id: string): Promise<Response> {
  const [, key] = /till's key\s+(\S+)/.exec(printed)!
  return fetch(`${address}/api/partner/points/generate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      customer: { document: '52998224725' },
      purchase_value: 1_000,
      external_id,
      subsidiary_name: 'Loja',
    }),
  })
}
