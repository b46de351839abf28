/** The portal's build, and whether it is still that of the sources. */

import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
/** Written last, so that a build that was cut off is done again. */
const mark = '.sources'

const sources = [
  'portal/**/*',
  'ui/**/*',
  'contract/**/*',
  'vite.config.ts',
  'scripts/{chunks,route-modules}.ts',
  'package-lock.json',
]

/** What of the environment is built in: for which API (docs/operating-guide.md). */
const built_in = Object.entries(process.env)
  .filter(([name]) => name.startsWith('VITE_'))
  .map(([name, value]) => `${name}=${value}`)
  .toSorted()

export async function portalIsStale(): Promise<boolean> {
  const built = await readFile(join(dist, mark), 'utf8').catch(() => undefined)
  return built !== (await sourcesHash())
}

/** Into dist/, or another folder, which it empties. */
export async function buildPortal(folder: string = dist): Promise<void> {
  console.log('Building the portal …')
  const hash = await sourcesHash()
  const { NODE_ENV } = process.env
  const { build } = await import('vite')
  await build({
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: folder },
  })
  // Vite sets it to production, where a demo started from this process would refuse to run.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  await writeFile(join(folder, mark), hash)
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256').update(built_in.join('\n'))
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  for (const file of files.toSorted())
    hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex')
}
