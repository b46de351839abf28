/** `npm run build`: the portal in dist/. */

import { buildPortal } from './build-portal.ts'

await buildPortal()
