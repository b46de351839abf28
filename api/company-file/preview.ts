/**
 * Shows a folder's company on a separate server with a temporary database. Real data cannot change, because the preview's
 * environment has no address of the real database.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { parseDocument } from 'yaml'

import { reason } from '#database/connect.ts'
import { secretFileNames, variableNames } from '#database/environment.ts'

import { readCompanyFolder } from './company-file.ts'

const demoServer = join(import.meta.dirname, '../../demo/main.ts')
/** ms. An editor writes a file in several steps. */
const settle_ms = 300

/** Runs until it is stopped. Throws CompanyMistakes, or one sentence when the server cannot start. */
export async function previewCompany(folder: string, port: number): Promise<void> {
  const { file } = await readCompanyFolder(folder)
  const away = await mkdtemp(join(tmpdir(), 'fiel-preview-'))
  const copy = join(away, 'companies', file.slug)
  const env = previewEnvironment(away, port)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort())
  }
  try {
    await copyForPreview(folder, copy)
    const server = spawn(process.execPath, [demoServer], { stdio: 'inherit', env })
    stopping.signal.addEventListener('abort', () => server.kill('SIGTERM'))
    const watcher = watch(
      folder,
      onceSettled(() => refresh(folder, copy, env)),
    )
    const [code] = await (once(server, 'exit') as Promise<[number | null]>)
    watcher.close()
    if (code && !stopping.signal.aborted) throw new Error('The preview has stopped.')
  } finally {
    await rm(away, { recursive: true, force: true })
  }
}

/** This process's environment without Fiel's variables, which name real databases and accounts. Listens on this machine only. */
function previewEnvironment(away: string, port: number): NodeJS.ProcessEnv {
  const ownVariables = new Set([...variableNames, ...secretFileNames])
  const rest = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !ownVariables.has(name)),
  )
  return {
    ...rest,
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_FOLDER: join(away, 'data'),
    DEMO_COMPANIES: join(away, 'companies'),
  }
}

/** The folder's company on a .localhost name, without webhooks, tags, identity provider and wallets. */
async function copyForPreview(folder: string, copy: string): Promise<void> {
  await mkdir(copy, { recursive: true })
  // Do not copy private keys, which are in .pem and .json files.
  await cp(folder, copy, { recursive: true, filter: (source) => !/\.(pem|json)$/.test(source) })
  const path = join(copy, 'company.yaml')
  const document = parseDocument(await readFile(path, 'utf8'))
  document.set('frontend_domain', `${String(document.get('slug'))}.localhost`)
  document.delete('other_domains')
  document.delete('webhooks')
  for (const field of [['analytics'], ['integrations', 'firebase'], ['integrations', 'wallet']]) {
    if (document.hasIn(['settings', ...field])) document.deleteIn(['settings', ...field])
  }
  await writeFile(path, document.toString())
}

/** Applies saved changes, which the next reload shows. Prints mistakes and keeps the last valid state. */
async function refresh(folder: string, copy: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await readCompanyFolder(folder)
    await copyForPreview(folder, copy)
    const applying: ChildProcess = spawn(
      process.execPath,
      // This program: scripts/fiel.ts.
      [process.argv[1]!, 'company', 'apply', copy, '--yes'],
      { stdio: 'inherit', env },
    )
    await once(applying, 'exit')
  } catch (error) {
    // A file that is saved in the middle of an edit is often invalid, so keep running.
    console.error(reason(error))
  }
}

/** Debounces the calls; runs never overlap. */
function onceSettled(work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  return () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      running = running.then(work)
    }, settle_ms)
  }
}
