import { configDefaults, defineConfig } from 'vitest/config'

import { exceptions, onCluster } from './exceptions.ts'

/** A call of a cluster takes several times as long as one of a single server. */
const limits = { testTimeout: 300_000, hookTimeout: 300_000 }

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    ...limits,
    globalSetup: 'scripts/citus/server.ts',
    maxWorkers: 2,
    include: ['{api,engine}/**/*.test.ts', ...onCluster],
    exclude: [...configDefaults.exclude, ...Object.keys(exceptions)],
  },
})
