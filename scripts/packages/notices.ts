/** `npm run notices` writes THIRD-PARTY-NOTICES.md from package-lock.json. tidy/packages.test.ts compares them. */

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { readLock } from './complete-lock.ts'

export const noticesFile = join(import.meta.dirname, '../../THIRD-PARTY-NOTICES.md')

/** The licences of packages whose package.json names none, from their file LICENSE. */
const licences: Record<string, string> = { 'png-js': 'MIT' }

/** Lists the packages of a production install on any platform. */
export async function notices(): Promise<string> {
  const { packages } = await readLock()
  const rows = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { version, license }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return `| ${name} | ${version} | ${license ?? licences[name] ?? 'not named'} |`
    })
  return [...text, ...new Set(rows), ''].join('\n')
}

const text = [
  '# Third-party notices',
  '',
  'The packages of a production install, on all platforms together. Each has its licence in its folder of `node_modules/`.',
  '`npm run notices` writes this page from `package-lock.json`.',
  '',
  'The portal also contains packages that the build puts into its scripts. The build writes their names and the texts of their',
  'licences into `dist/assets/licenses.txt`, which a node serves as `/assets/licenses.txt`.',
  '',
  'The packages `@img/sharp-libvips-…` are shared libraries under the LGPL 3. They are loaded as they are and can be replaced; their',
  'sources are at <https://github.com/lovell/sharp-libvips>.',
  '',
  'The two files of Open Sans in `api/page/fonts/` are under the OFL 1.1. The six fonts of titles are in `api/company/fonts/`: Roboto',
  'Slab is under the Apache License 2.0, the others under the OFL 1.1. The texts of these licences stand beside the fonts.',
  '',
  '| package | version | licence |',
  '|---|---|---|',
]

if (import.meta.main) await writeFile(noticesFile, await notices())
