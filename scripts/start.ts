/** `npm start` builds the portal and the console if their sources have changed, then runs the server in this process. */

import { buildConsole, consoleIsStale } from './portal/build-console.ts'
import { portalIsStale, buildPortal } from './portal/build-portal.ts'

if (await portalIsStale()) await buildPortal()
if (await consoleIsStale()) await buildConsole()
await import('#demo/main.ts')
