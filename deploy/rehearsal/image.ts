/**
 * `npm run rehearse` executes deploy/Dockerfile where there is no Docker daemon: on Linux, as root, with Debian's
 * debootstrap. Then it migrates a PostgreSQL 18 of its own with the image, serves from a read-only root and stops.
 */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbedded } from '#database/embedded/embedded.ts'

import { inRoot, programId, startInRoot } from './chroot.ts'
import { cacheFolder, dockerfile, nodeBase, repository } from './debian.ts'
import { copyContext, execute, readInstructions, type Stage } from './dockerfile.ts'

const folder = cacheFolder
const port = 3999
/** The most that a production install may weigh. */
const maxPackages_mb = 130
/** The longest start on a busy machine. */
const startLimit_ms = 60_000

if (process.getuid?.() !== 0) throw new Error('npm run rehearse needs root, for chroot and mounts.')
const base = nodeBase()
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
