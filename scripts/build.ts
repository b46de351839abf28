/** `npm run build -- [FOLDER]` builds the portal into dist/ or FOLDER, and without FOLDER the console into dist-console/. docs/operating-guide.md tells how to host the files. */

import { resolve } from 'node:path'

import { buildConsole } from './portal/build-console.ts'
import { buildPortal } from './portal/build-portal.ts'

const [folder] = process.argv.slice(2)
await buildPortal(folder && resolve(folder))
// A file host serves portals alone: a console's session is a cookie of the API's own host.
if (!folder) await buildConsole()
