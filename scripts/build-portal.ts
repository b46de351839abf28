/** The portal's build, and whether it is still that of the sources. */

import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** Written last, so that a build that was cut off is done again. */
const built_mark = join(dist, '.sources')

const sources = ['portal/**/*', 'contract/**/*', 'vite.config.ts', 'package-lock.json']

export async function portalIsStale(): Promise<boolean> {
  const built = await readFile(built_mark, 'utf8').catch(() => undefined)
  return built !== (await sourcesHash())
}

export async function buildPortal(): Promise<void> {
  console.log('Building the portal …')
  const hash = await sourcesHash()
  const { build } = await import('vite')
  await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await writeFile(built_mark, hash)
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256')
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  for (const file of files.toSorted())
    hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex')
}
