import { globSync, readFileSync } from 'node:fs'

import { defineConfig } from 'vitest/config'

import { onCluster } from './scripts/citus/exceptions.ts'
import { slowTests, slowTestsVariable } from './scripts/slow-tests.ts'

/** The longest test takes 18 s of two idle cores. The limit only ends a test that hangs. */
const limits = { testTimeout: 90_000, hookTimeout: 90_000 }

/** These test files change no modules, environment variables or global objects, so they can share a worker. */
const service = '{api,engine,contract,tidy}/**/*.test.ts'

/**
 * The test files of the screens that change nothing of their process: they share workers, for 0.14 s of CPU less each. A file
 * with one of these words may leave a global object, a module or the time changed, so it has a worker of its own.
 */
const changesProcess =
  /vi\.(stub|mock|doMock|spyOn|useFake|setSystemTime)|globalThis|process\.env|Reflect\.set|Object\.(assign|defineProperty)\((window|globalThis)/
const screens = globSync('{console,portal,ui}/**/*.test.ts').filter(
  (file) => !changesProcess.test(readFileSync(file, 'utf8')),
)

/** Test files that this run leaves out. */
const slow = process.env[slowTestsVariable] === 'true' ? [] : Object.keys(slowTests)

export default defineConfig({
  test: {
    // Set here and not in a project, because each project would start its own PostgreSQL.
    globalSetup: 'api/testing/worlds/server.ts',
    // Each file has its own database, made in 43 ms from a template, so files can run concurrently. Three workers for two cores:
    // a test waits for PostgreSQL or a server for about as long as it computes.
    maxWorkers: 3,
    projects: [
      {
        // A worker loads the service once for all its files: 0.3 s of CPU less for each.
        test: { ...limits, name: 'service', include: [service], exclude: slow, isolate: false },
      },
      { test: { ...limits, name: 'screens', include: screens, isolate: false } },
      {
        test: {
          ...limits,
          name: 'rest',
          include: ['**/*.test.ts'],
          exclude: [service, ...screens, ...onCluster, ...slow, '**/node_modules/**'],
        },
      },
    ],
  },
})
