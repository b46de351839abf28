/** `npm start` builds the portal if its sources have changed, then runs the server in this process. */

import { portalIsStale, buildPortal } from './portal/build-portal.ts'

if (await portalIsStale()) await buildPortal()
await import('#demo/main.ts')
