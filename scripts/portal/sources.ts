/** Whether a build still matches its sources. */

import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
/** The file with the hash of the sources. It is written last, so that an interrupted build is repeated. */
const mark = '.sources'

/** Environment variables that Vite compiles into the build, such as the API's URL (docs/operating-guide.md). */
const builtIn = Object.entries(process.env)
  .filter(([name]) => name.startsWith('VITE_'))
  .map(([name, value]) => `${name}=${value}`)
  .toSorted()

/** `sources`: patterns of files, relative to the repository. */
export async function isStale(folder: string, sources: string[]): Promise<boolean> {
  // Without the file there is no build.
  const built = await readFile(join(folder, mark), 'utf8').catch(() => undefined)
  return built !== (await sourcesHash(sources))
}

/** Runs `build` and marks its folder with the sources as they were when it began. */
export async function markedBuild(
  folder: string,
  sources: string[],
  build: () => Promise<void>,
): Promise<void> {
  const hash = await sourcesHash(sources)
  const { NODE_ENV } = process.env
  await build()
  // Restore NODE_ENV: Vite sets it to production, in which a demo started from this process refuses to run.
  if (NODE_ENV === undefined) delete process.env['NODE_ENV']
  else process.env['NODE_ENV'] = NODE_ENV
  await writeFile(join(folder, mark), hash)
}

async function sourcesHash(sources: string[]): Promise<string> {
  const hash = createHash('sha256').update(builtIn.join('\n'))
  const files: string[] = []
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name))
  }
  for (const file of files.toSorted())
    hash.update(file.slice(root.length)).update(await readFile(file))
  return hash.digest('hex')
}
