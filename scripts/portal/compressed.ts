/** Compresses each asset of a build once, at the highest level. It reads the files from disk, because only those are final. */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { Plugin } from 'vite'

export function compressed(): Plugin {
  return {
    name: 'compressed',
    async writeBundle({ dir }, bundle) {
      const texts = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      for (const name of texts) {
        // Vite always writes to a folder.
        const path = join(dir!, name)
        const source = await readFile(path)
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
        await writeFile(`${path}.br`, await promisify(brotliCompress)(source, { params }))
        await writeFile(`${path}.gz`, await promisify(gzip)(source, { level: 9 }))
      }
    },
  }
}
