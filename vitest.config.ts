import { defineConfig } from 'vitest/config'

/** The longest test takes 18 s of two idle cores. A limit ends a test that hangs; it measures nothing. */
const limits = { testTimeout: 90_000, hookTimeout: 90_000 }

/** Their files change nothing global: no module, no environment and no global object. */
const service = '{api,engine,contract,tidy}/**/*.test.ts'

export default defineConfig({
  test: {
    // Here and not in a project, each of which would start a PostgreSQL of its own.
    globalSetup: 'api/testing/worlds/server.ts',
    // A database per file, made in 43 ms from a template: files share nothing, so they run side by side. Three for two cores:
    // a test waits for PostgreSQL, or for a server that it started, as long as it works.
    maxWorkers: 3,
    projects: [
      {
        // A worker loads the service once for all its files: 0.3 s of CPU less for each.
        test: { ...limits, name: 'service', include: [service], isolate: false },
      },
      {
        test: {
          ...limits,
          name: 'rest',
          include: ['**/*.test.ts'],
          exclude: [service, '**/node_modules/**'],
        },
      },
    ],
  },
})
