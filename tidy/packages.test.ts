import { describe, expect, test } from 'vitest'

import { missingPackages, readLock } from '../scripts/complete-lock.ts'

describe('packages', () => {
  test('the lock file names every optional package, so that npm ci accepts it', async () => {
    // When this fails: npm run lock.
    expect(missingPackages(await readLock())).toEqual([])
  })
})
