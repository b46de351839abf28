/**
 * `npm run lock`: adds to package-lock.json the packages of other platforms that this machine's registry lacks. npm leaves
 * them out when it cannot find them, and `npm ci` then rejects the lock file (https://github.com/npm/cli/issues/9846).
 */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Lock = { packages: Record<string, Entry> }

/** An optional dependency without an entry: `parent` is the path of the package that names it. */
export type Missing = { parent: string; name: string; version: string }

const lock_file = join(import.meta.dirname, '../package-lock.json')

/** The project's lock file, parsed. */
export async function readLock(): Promise<Lock> {
  return JSON.parse(await readFile(lock_file, 'utf8')) as Lock
}

/** Every optional dependency of every package that the lock file has no entry for. */
export function missingPackages({ packages }: Lock): Missing[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !folders(parent).some((folder) => `${folder}${name}` in packages))
      .map(([name, version]) => ({ parent, name, version })),
  )
}

/** The folders in which Node looks for what the package at `path` imports, the nearest first. */
function folders(path: string): string[] {
  const parents = path.split('/node_modules/')
  const nested = parents.map((_, at) => `${parents.slice(0, at + 1).join('/node_modules/')}/`)
  const own = path === '' ? [] : nested.toReversed()
  return [...own.map((folder) => `${folder}node_modules/`), 'node_modules/']
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/**
 * An entry without a hash: no machine of this platform has downloaded the package yet. npm reads system and processor from
 * the entry, so it skips the package everywhere else without asking the registry.
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
  await writeFile(lock_file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`package-lock.json: ${missing.length} packages of other platforms added`)
}
