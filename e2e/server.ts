/** The server of a run, as a user starts it; its data goes when it ends. */

import { rmSync } from 'node:fs'

process.on('exit', () => rmSync(process.env['E2E_DATA']!, { recursive: true, force: true }))

await import('../api/main.ts')
