/** `npm run build`: the portal in dist/, or in the folder that is named; for a file host, see docs/operating-guide.md. */

import { resolve } from 'node:path'

import { buildPortal } from './build-portal.ts'

const [folder] = process.argv.slice(2)
await buildPortal(folder && resolve(folder))
