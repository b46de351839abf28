/** Starts the server of a test run as a user would. Deletes its data on exit. */

import { rmSync } from 'node:fs'

process.on('exit', () => rmSync(process.env['E2E_DATA']!, { recursive: true, force: true }))

if (process.env['E2E_SLOWEST_MS']) await import('./slow-answers.ts')
await import('../../demo/main.ts')
