import { join } from 'node:path'

import { defineConfig } from '@playwright/test'

import { dataParent } from '#database/testing/data-parent.ts'

import { browser } from './e2e/browser.ts'

// The configuration is read by every worker: the first reading chooses, the others inherit. Below 32,768 the system gives
// ports to nobody else.
process.env['E2E_PORT'] ??= String(20_000 + Math.floor(Math.random() * 4_000))
process.env['E2E_EMULATOR_PORT'] ??= String(24_000 + Math.floor(Math.random() * 2_500) * 3)
process.env['E2E_DATA'] ??= join(dataParent(), `fiel-e2e-${process.pid}`)
const port = process.env['E2E_PORT']
const emulator = `127.0.0.1:${process.env['E2E_EMULATOR_PORT']}`

// What a commit waits for, or all that may be looked at: scripts/journeys.ts.
const is_whole = process.env['E2E_WHOLE'] === 'true'

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  fullyParallel: true,
  // For two cores: journeys wait about as long as they work.
  workers: 4,
  forbidOnly: true,
  reporter: 'list',
  use: {
    ...(await browser()),
    locale: 'pt-BR',
    // Recording takes a quarter of the time of all. A failure leaves what the page said; with `--trace on` it is seen again.
    trace: 'off',
    // What a worker fetches no journey could answer in the server's stead: e2e/offline.spec.ts allows it.
    serviceWorkers: 'block',
    // Drawing animations takes 11 % of the CPU time of all journeys. At full length they run.
    ...(!is_whole && { contextOptions: { reducedMotion: 'reduce' } }),
  },
  // An address that belongs to the café: cafe.localhost is this machine in every browser.
  projects: [
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
    {
      name: 'desktop',
      // About the wire, or in sizes of their own: once is enough.
      testIgnore:
        /(accessibility|analytics|bad-network|cross-origin|error-report|file-host|offline|refusal)\.spec\.ts$/,
      grepInvert: /@wire/,
      // The code is the same at every width, and the styles are not: of each screen, the journeys that look at it.
      ...(!is_whole && { grep: /@desk/ }),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: [
    {
      command: 'node e2e/server.ts',
      env: {
        PORT: port,
        DATA_FOLDER: process.env['E2E_DATA'],
        FIREBASE_AUTH_EMULATOR_HOST: emulator,
      },
      url: `http://localhost:${port}/api/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
    {
      // Journeys do not wait for it, and those that need it do: e2e/provider.spec.ts.
      command: 'node e2e/identity-provider/start.ts',
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
})
