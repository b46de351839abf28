/** `npm run till-files` writes the files for a till's developer that follow from other files. The tests compare them. */

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { tillInJavaScript } from './javascript.ts'

const root = join(import.meta.dirname, '../..')

writeFileSync(join(root, 'docs/examples/till.mjs'), tillInJavaScript())
