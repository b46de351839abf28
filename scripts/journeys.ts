/**
 * `npm run journeys` runs every browser journey at both sizes. On a desktop `npm test` runs only journeys tagged @desk.
 * Arguments after `--` go to Playwright: `npm run journeys -- prize --trace on`.
 */

import { spawnSync } from 'node:child_process'

import { buildStale } from './portal/build-stale.ts'

await buildStale()
const { status } = spawnSync('playwright', ['test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, E2E_WHOLE: 'true' },
  shell: process.platform === 'win32',
})
process.exitCode = status ?? 1
