import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { dataParent } from '#database/testing/data-parent.ts'

import { browser } from './e2e/browser.ts'

// Every worker reads the configuration. The first reading chooses the port and the others inherit it. Below 32,768 the system
// assigns no ports to other programs.
process.env['E2E_PORT'] ??= String(20_000 + Math.floor(Math.random() * 4_000))
process.env['E2E_EMULATOR_PORT'] ??= String(24_000 + Math.floor(Math.random() * 2_500) * 3)
process.env['E2E_DATA'] ??= join(dataParent(), `fiel-e2e-${process.pid}`)
const port = process.env['E2E_PORT']
const emulator = `127.0.0.1:${process.env['E2E_EMULATOR_PORT']}`

// Whether all journeys run at full length (scripts/journeys.ts), or the shorter selection of `npm test`.
const is_whole = process.env['E2E_WHOLE'] === 'true'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // For two cores, because journeys wait for about as long as they compute.
  workers: 4,
  forbidOnly: true,
  // Long, because the machines that run these journeys are shared: a slow step is no defect.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    ...(await browser()),
    locale: 'pt-BR',
    // Recording would take a quarter of the run's time. Use `--trace on` to examine a failure.
    trace: 'off',
    // A service worker would make requests whose answers a journey cannot replace. Only files that need the worker, such as
    // e2e/offline.spec.ts, allow it.
    serviceWorkers: 'block',
    // Animations take 11 % of the CPU time of all journeys, so they run only at full length.
    ...(!is_whole && { contextOptions: { reducedMotion: 'reduce' } }),
  },
  // The café's portal. Every browser resolves cafe.localhost to this machine.
  projects: [
    {
      name: 'phone',
      // The console is made for a desk: `npm test` runs its journeys there, and some of them look at phone sizes too. At
      // full length they run on a phone as well. The exceptions are the journeys with a keyboard, which a phone has not,
      // and those of all screens, which set their own sizes.
      testIgnore: is_whole ? /console\/(keyboard|staff-screens)\.spec\.ts$/ : /console\//,
      // @once: what the journey changes cannot be changed a second time, so it runs on the desktop alone.
      grepInvert: is_whole ? /@once/ : /@night/,
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      // These journeys test the network or set their own sizes, so one project is enough.
      testIgnore:
        /(accessibility|analytics|bad-network|cross-origin|error-report|file-host|offline|error)\.spec\.ts$/,
      grepInvert: is_whole ? /@wire/ : /@wire|@night/,
      // Only styles depend on the width, so `npm test` runs only the journeys tagged @desk on a desktop.
      ...(!is_whole && { grep: /@desk/ }),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: [
    {
      command: 'node e2e/server/start.ts',
      env: {
        PORT: port,
        DATA_FOLDER: process.env['E2E_DATA'],
        FIREBASE_AUTH_EMULATOR_HOST: emulator,
      },
      url: `http://localhost:${port}/api/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      // The run begins without waiting for the emulator. Only e2e/identity-provider.spec.ts waits for it.
      command: 'node e2e/identity-provider/start.ts',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
})
