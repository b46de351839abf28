/** Debian roots, made by debootstrap and kept for the next run. Needs root and Debian's debootstrap. */

import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

export const repository = join(import.meta.dirname, '../..')
/** The files that the rehearsals keep between their runs. */
export const cacheFolder = join(repository, 'node_modules/.cache/rehearsal')
/** The Debian release that has PostgreSQL 18. Debian 13, which the nodes run on, has 17. */
export const postgresqlSuite = 'forky'
export const dockerfile = join(import.meta.dirname, '../Dockerfile')

/** Debian with the Node of this project, this machine's npm and a user `node`, as in the image that the Dockerfile names. */
export function nodeBase(): string {
  const text = readFileSync(dockerfile, 'utf8')
  const node = /^ARG NODE=(.*)$/m.exec(text)![1]
  const suite = /^FROM node:\S+-(\w+)-slim/m.exec(text)![1]!
  if (process.versions.node !== node)
    throw new Error(`The Dockerfile names Node ${node}, this is ${process.versions.node}.`)
  return keptRoot('base', (root) => {
    debootstrap(suite, root)
    cpSync(process.execPath, join(root, 'usr/local/bin/node'), { dereference: true })
    const npm = dirname(dirname(realpathSync(run('sh', '-c', 'command -v npm').trim())))
    cpSync(npm, join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
    run('chroot', root, 'useradd', '--create-home', '--uid', '1000', 'node')
  })
}

/** The root of a Debian without further packages. */
export function plainBase(suite: string): string {
  return keptRoot(suite, (root) => debootstrap(suite, root))
}

/** The root called `name`, made by `make` if it is missing. It gets its name once it is complete, so a part is never used. */
export function keptRoot(name: string, make: (root: string) => void): string {
  const root = join(cacheFolder, name)
  if (existsSync(root)) return root
  mkdirSync(cacheFolder, { recursive: true })
  const unfinished = `${root}-unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  make(unfinished)
  run('mv', unfinished, root)
  return root
}

/** debootstrap has no script for a release that is newer than itself. The script of sid fits all of today's. */
function debootstrap(suite: string, root: string): void {
  const scripts = '/usr/share/debootstrap/scripts'
  const script = existsSync(join(scripts, suite)) ? suite : 'sid'
  const mirror = 'http://deb.debian.org/debian'
  run('debootstrap', '--variant=minbase', suite, root, mirror, join(scripts, script))
}

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
