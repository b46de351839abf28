/** `npm start` builds the portal and the console if their sources have changed, then runs the server in this process. */

import { buildStale } from './portal/build-stale.ts'

await buildStale()
await import('#demo/main.ts')
