/**
 * `npm run lock` adds packages of other platforms to package-lock.json if this machine's registry lacks them. npm omits
 * packages that it cannot find. Such a lock file is rejected by `npm ci` (https://github.com/npm/cli/issues/9846).
 */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Entry = {
  dependencies?: Record<string, string>
  version?: string
  license?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

/** An optional dependency without an entry. `parent` is the path of the package that depends on it. */
export type Missing = { parent: string; name: string; version: string }

const lockFile = join(import.meta.dirname, '../../package-lock.json')

/** The project's lock file, parsed. */
export async function readLock(): Promise<Lock> {
  return JSON.parse(await readFile(lockFile, 'utf8')) as Lock
}

/** All optional dependencies of all packages that have no entry in the lock file. */
export function missingPackages({ packages }: Lock): Missing[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !folders(parent).some((folder) => `${folder}${name}` in packages))
      .map(([name, version]) => ({ parent, name, version })),
  )
}

/** The folders in which Node resolves imports of the package at `path`, nearest first. */
function folders(path: string): string[] {
  const parents = path.split('/node_modules/')
  const nested = parents.map((_, at) => `${parents.slice(0, at + 1).join('/node_modules/')}/`)
  const own = path === '' ? [] : nested.toReversed()
  return [...own.map((folder) => `${folder}node_modules/`), 'node_modules/']
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/**
 * An entry without a hash, because no machine of this platform has downloaded the package yet. npm reads operating system
 * and processor from the entry. On other platforms it skips the package without a request to the registry.
 */
function platformEntry({ packages }: Lock, { parent, name, version }: Missing): Entry {
  const words = name.split(/[/-]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (!os || !cpu || !/^\d/.test(version)) {
    throw new Error(`${name}@${version} of ${parent} names no known platform and exact version.`)
  }
  return {
    version,
    cpu: [cpu],
    ...(packages[parent]?.dev && { dev: true }),
    ...(os === 'linux' && { libc: [name.includes('musl') ? 'musl' : 'glibc'] }),
    optional: true,
    os: [os],
  }
}

if (import.meta.main) {
  const lock = await readLock()
  const missing = missingPackages(lock)
  for (const one of missing) lock.packages[`node_modules/${one.name}`] = platformEntry(lock, one)
  lock.packages = Object.fromEntries(
    Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, 'en')),
  )
  await writeFile(lockFile, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`package-lock.json: ${missing.length} packages of other platforms added`)
}
