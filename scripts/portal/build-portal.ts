/** Builds the portal, and checks whether the last build still matches the sources. */

import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { paintBundle } from './paint-bundle.ts'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist')
/** The file with the hash of the sources. It is written last, so that an interrupted build is repeated. */
const mark = '.sources'

const sources = [
  'portal/**/*',
  'ui/**/*',
  'contract/**/*',
  'vite.config.ts',
  'scripts/portal/{chunks,paint-bundle,route-modules}.ts',
  'package-lock.json',
]

/** Environment variables that Vite compiles into the build, such as the API's URL (docs/operating-guide.md). */
const builtIn = Object.entries(process.env)
  .filter(([name]) => name.startsWith('VITE_'))
  .map(([name, value]) => `${name}=${value}`)
  .toSorted()

export async function portalIsStale(): Promise<boolean> {
  // Without the file there is no build.
  const built = await readFile(join(dist, mark), 'utf8').catch(() => undefined)
  return built !== (await sourcesHash())
}

/** Builds into `folder`, which it empties first. */
export async function buildPortal(folder: string = dist): Promise<void> {
  console.log('Building the portal …')
  const hash = await sourcesHash()
  const { NODE_ENV } = process.env
  const { build } = await import('vite')
  await build({
    configFile: join(root, 'vite.config.ts'),
    // Node reads the file itself: bundling it first warns on stderr when the machine is busy.
    configLoader: 'native',
    logLevel: 'warn',
    build: { outDir: folder },
  })
  // A file host has no server that could paint (docs/operating-guide.md).
  if (!process.env['VITE_API_URL']) await build(paintBundle(folder))
  // Restore NODE_ENV: Vite sets it to production, in which a demo started from this process refuses to run.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  await writeFile(join(folder, mark), hash)
}

async function sourcesHash(): Promise<string> {
  const hash = createHash('sha256').update(builtIn.join('\n'))
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  for (const file of files.toSorted())
    hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex')
}
