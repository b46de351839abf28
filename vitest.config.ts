import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    globalSetup: 'api/testing/worlds/server.ts',
    // A database per file, made in 43 ms from a template: files share nothing, so they run side by side. Three for two cores:
    // a test waits for PostgreSQL, or for a server that it started, as long as it works.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 30_000,
  },
})
