/**
 * `npm run journeys` runs every browser journey at both sizes. On a desktop `npm test` runs only journeys tagged @desk.
 * Arguments after `--` go to Playwright: `npm run journeys -- prize --trace on`.
 */

import { spawnSync } from 'node:child_process'

import { buildConsole, consoleIsStale } from './portal/build-console.ts'
import { buildPortal, portalIsStale } from './portal/build-portal.ts'

if (await portalIsStale()) await buildPortal()
if (await consoleIsStale()) await buildConsole()
const { status } = spawnSync('playwright', ['test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, E2E_WHOLE: 'true' },
  shell: process.platform === 'win32',
})
process.exitCode = status ?? 1
