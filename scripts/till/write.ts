/** `npm run till-files` writes the files for a till's developer that follow from other files. The tests compare them. */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { tillCollection } from './collection.ts'

const docs = join(import.meta.dirname, '../../docs')

const collection = join(docs, 'till-collection')
rmSync(collection, { recursive: true, force: true })
for (const [path, text] of tillCollection()) {
  const file = join(collection, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
