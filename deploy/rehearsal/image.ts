/**
 * `npm run rehearse` executes deploy/Dockerfile where there is no Docker daemon: on Linux, as root, with Debian's
 * debootstrap. Then it migrates a PostgreSQL 18 of its own with the image, serves from a read-only root and stops.
 */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbedded } from '#database/embedded/embedded.ts'

import { inRoot, programId, startInRoot } from './chroot.ts'
import { copyContext, execute, readInstructions, type Stage } from './dockerfile.ts'

const repository = join(import.meta.dirname, '../..')
const folder = join(repository, 'node_modules/.cache/rehearsal')
const base = join(folder, 'base')
const dockerfile = join(import.meta.dirname, '../Dockerfile')
const port = 3999
/** Of a production install. */
const maxPackages_mb = 130
/** Of a start on a busy machine. */
const startLimit_ms = 60_000

if (process.getuid?.() !== 0) throw new Error('npm run rehearse needs root, for chroot and mounts.')
if (!existsSync(base)) makeBase()
const context = join(folder, 'context')
rmSync(context, { recursive: true, force: true })
copyContext(repository, `${dockerfile}.dockerignore`, context)
const instructions = readInstructions(readFileSync(dockerfile, 'utf8'))
const image = execute(instructions, { base, context, folder })
console.log(`The image has ${megabytes(image.root) - megabytes(base)} MB more than its base,`)
const packages_mb = megabytes(join(image.root, 'srv/fiel/node_modules'))
console.log(`of which node_modules has ${packages_mb} MB.`)
if (packages_mb > maxPackages_mb) throw new Error(`More than ${maxPackages_mb} MB of packages.`)
await serveImage(image)

/** Debian with the Node of this project, this machine's npm and a user `node`, as in the image that the Dockerfile names. */
function makeBase(): void {
  const wanted = /^ARG NODE=(.*)$/m.exec(readFileSync(dockerfile, 'utf8'))![1]
  const suite = /^FROM node:\S+-(\w+)-slim/m.exec(readFileSync(dockerfile, 'utf8'))![1]!
  if (process.versions.node !== wanted)
    throw new Error(`The Dockerfile names Node ${wanted}, this is ${process.versions.node}.`)
  mkdirSync(folder, { recursive: true })
  const unfinished = `${base}-unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  run('debootstrap', '--variant=minbase', suite, unfinished, 'http://deb.debian.org/debian')
  cpSync(process.execPath, join(unfinished, 'usr/local/bin/node'), { dereference: true })
  const npm = dirname(dirname(realpathSync(run('sh', '-c', 'command -v npm').trim())))
  cpSync(npm, join(unfinished, 'usr/local/lib/node_modules/npm'), { recursive: true })
  const program = '../lib/node_modules/npm/bin/npm-cli.js'
  symlinkSync(program, join(unfinished, 'usr/local/bin/npm'))
  run('chroot', unfinished, 'useradd', '--create-home', '--uid', '1000', 'node')
  run('mv', unfinished, base)
}

async function serveImage(stage: Stage): Promise<void> {
  const database = await startEmbedded(join(folder, 'data'))
  const { entrypoint, command, healthCheck } = stage
  const mounts = { '/mnt': join(repository, 'companies') }
  const settings = { DATABASE_URL: database.runtimeUrl, FIEL_SECRET: 'rehearsal'.repeat(4) }
  const container = (more: Record<string, string>) => ({
    ...stage,
    mounts,
    isReadOnly: true,
    variables: { ...stage.variables, ...settings, ...more },
  })
  let stopNode: (() => void) | undefined
  try {
    inRoot(container({ DATABASE_OWNER_URL: database.url }), [...entrypoint, 'migrate'])
    inRoot(container({}), [...entrypoint, 'company', 'apply', '/mnt/cafe', '--yes'], {
      isQuiet: true,
    })
    inRoot(container({}), ['sh', '-c', '! touch /srv/fiel/x && ! touch /var/x && id'])

    const serving = container({ PORT: String(port), SMTP_URL: 'smtp://127.0.0.1:1' })
    const node = startInRoot(serving, [...entrypoint, ...command], 'inherit')
    stopNode = () => void node.kill('SIGKILL')
    const exited = once(node, 'exit')
    await healthy(() => inRoot(serving, healthCheck, { isQuiet: true }))
    await ask('/ready', '"ok"')
    await ask('/api/health', '"ok"')
    await ask('/entrar', '<input')
    await ask('/assets/licenses.txt', 'react')
    process.kill(programId(node), 'SIGTERM')
    const [status] = await exited
    if (status !== 0) throw new Error(`The node ended with ${status} after SIGTERM.`)
    console.log('The node has stopped with status 0 after SIGTERM.')
  } finally {
    stopNode?.()
    await database.stop()
  }
}

async function healthy(check: () => void): Promise<void> {
  const began = performance.now()
  for (;;) {
    try {
      check()
      console.log('HEALTHCHECK passed.')
      return
    } catch (error) {
      if (performance.now() - began > startLimit_ms) throw error
      await sleep(1000)
    }
  }
}

async function ask(path: string, expected: string): Promise<void> {
  const headers = { host: 'cafe.localhost' }
  const [answer] = (await once(get({ host: '127.0.0.1', port, path, headers }), 'response')) as [
    IncomingMessage,
  ]
  const body = await text(answer)
  if (answer.statusCode !== 200 || !body.includes(expected)) {
    throw new Error(`${path}: ${answer.statusCode} ${body}`)
  }
  console.log(`GET ${path}: ${answer.statusCode}, ${body.length} characters`)
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

function megabytes(path: string): number {
  return Number(run('du', '--summarize', '--block-size=M', path).split('M')[0])
}
