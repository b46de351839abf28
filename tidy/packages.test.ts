import { describe, expect, test } from 'vitest'

import { missingPackages, readLock } from '../scripts/complete-lock.ts'
import { read, source } from './source.ts'

describe('packages', () => {
  test('the lock file names every optional package, so that npm ci accepts it', async () => {
    // When this fails: npm run lock.
    expect(missingPackages(await readLock())).toEqual([])
  })

  // What only the portal's bundle or a check needs is a devDependency: 'npm ci --omit=dev' leaves it out.
  test('the dependencies are the packages that the server imports, and no other', () => {
    const imported = source
      .filter(
        (file) =>
          /^(contract|database|engine|api|demo)\/|^scripts\/(fiel|command-line)\.ts$/.test(file) &&
          /(?<!\.test)\.ts$/.test(file) &&
          !file.includes('/testing/'),
      )
      .flatMap((file) => [
        ...read(file).matchAll(
          /(?:^import|\bfrom|\bimport\(|\bimport\.meta\.resolve\((?='@fontsource\/)) ?'((?:@[a-z-]+\/)?[a-z\d-]+)[\w/.-]*'/gm,
        ),
      ])
      .map(([, name]) => name!)
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object }
    const typesOnly = ['openapi-types'] // of the types of @fastify/swagger
    expect([...new Set([...imported, ...typesOnly])].toSorted()).toEqual(
      Object.keys(dependencies).toSorted(),
    )
  })
})
