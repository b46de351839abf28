/** `npm run build -- [FOLDER]` builds the portal into dist/ or FOLDER. docs/operating-guide.md tells how to host the files. */

import { resolve } from 'node:path'

import { buildPortal } from './portal/build-portal.ts'

const [folder] = process.argv.slice(2)
await buildPortal(folder && resolve(folder))
