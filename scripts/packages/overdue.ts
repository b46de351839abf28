/**
 * `npm run overdue` asks the npm registry whether a package of production is overdue by the times of docs/security.md. Exit code 1 for an
 * overdue package, a known vulnerability, or a registry that does not answer.
 */

import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

import { readLock } from './complete-lock.ts'

/** Packages are renewed once a quarter. */
const renewalDays = 92

/** A package with a newer release that its dependents accept. */
type Outdated = { name: string; current: string; newer: string }

/** The answer of `npm outdated --all --json`: an object, or a list for several dependents. */
type Answer = Record<string, OutdatedEntry | OutdatedEntry[]>
type OutdatedEntry = { current?: string; wanted: string; latest: string }

/**
 * Packages of production that have a newer release. A direct dependency is pinned, so its newest release counts. For others it is the
 * newest that their dependents accept. `production`: the installed versions as `name@version`. `direct`: names.
 */
export function outdatedOf(
  answer: Answer,
  { production, direct }: { production: Set<string>; direct: Set<string> },
): Outdated[] {
  const found = Object.entries(answer).flatMap(([name, entries]) =>
    [entries].flat().flatMap(({ current, wanted, latest }) => {
      if (current === undefined || !production.has(`${name}@${current}`)) return []
      const newer = direct.has(name) ? latest : wanted
      return newer === current ? [] : [{ name, current, newer }]
    }),
  )
  return [...new Map(found.map((one) => [`${one.name}@${one.newer}`, one])).values()]
}

/**
 * The instant from which on a newer release was there: the first stable version after `current` and up to `newer`. The newest one may be
 * young although the package was not renewed for years. `times`: the versions of the registry with their instants.
 */
export function firstNewer(times: Record<string, string>, current: string, newer: string): string {
  const between = Object.keys(times).filter(
    (version) => isAfter(version, current) && !isAfter(version, newer),
  )
  return between.map((version) => times[version]!).toSorted()[0] ?? times[newer]!
}

/** Whether a stable version comes after another one. */
function isAfter(version: string, other: string): boolean {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return false
  const [parts, others] = [version, other].map((text) => text.split('.').map(Number))
  const at = parts!.findIndex((part, n) => part !== others![n])
  return at !== -1 && parts![at]! > others![at]!
}

/** Whether the newer release has been there for more than a quarter. */
export function isOverdue(released_at: string, now: Date): boolean {
  return now.getTime() - Date.parse(released_at) > renewalDays * 86_400_000
}

/** npm exits with 1 when something is outdated or vulnerable, and then answers all the same. */
function npm(...args: string[]): string {
  const { stdout, error } = spawnSync('npm', [...args, '--json'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (error) throw error
  return stdout
}

async function main(): Promise<void> {
  const { packages } = await readLock()
  const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && !dev)
  const production = new Set(
    installed.map(([path, { version }]) => `${path.split('node_modules/').at(-1)!}@${version}`),
  )
  const direct = new Set(Object.keys(packages['']?.dependencies ?? {}))
  const answer = JSON.parse(npm('outdated', '--all', '--omit=dev')) as Answer
  if ('summary' in (answer['error'] ?? {})) throw new Error('The registry does not answer.')
  const outdated = outdatedOf(answer, { production, direct })
  let faults = 0
  for (const { name, current, newer } of outdated) {
    const times = JSON.parse(npm('view', name, 'time')) as Record<string, string>
    const released = firstNewer(times, current, newer)
    const isLate = isOverdue(released, new Date())
    if (isLate) faults += 1
    console.log(
      `${isLate ? 'OVERDUE' : 'newer'}  ${name} ${current} -> ${newer}, the first since ${released.slice(0, 10)}`,
    )
  }
  const audit = JSON.parse(npm('audit', '--omit=dev') || '{}') as {
    metadata?: { vulnerabilities: { total: number } }
  }
  const vulnerabilities = audit.metadata?.vulnerabilities.total
  if (vulnerabilities !== 0) faults += 1
  console.log(
    `${production.size} packages, ${outdated.length} with a newer release, ${
      vulnerabilities === undefined
        ? 'and the registry does not answer about vulnerabilities'
        : `${vulnerabilities} with a known vulnerability`
    }`,
  )
  if (faults > 0) process.exitCode = 1
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) await main()
