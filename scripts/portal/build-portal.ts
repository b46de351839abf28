/** Builds the portal, and checks whether the last build still matches the sources. */

import { join } from 'node:path'

import { paintBundle } from './paint-bundle.ts'
import { isStale, markedBuild, root } from './sources.ts'

const dist = join(root, 'dist')

/** Nothing of console/: the portal's build is the same without it (npm run reproducible). */
export const portalSources = [
  'portal/**/*',
  'ui/**/*',
  'contract/**/*',
  'vite.config.ts',
  'scripts/portal/{chunks,compressed,paint-bundle,route-modules}.ts',
  'package-lock.json',
]

export function portalIsStale(): Promise<boolean> {
  return isStale(dist, portalSources)
}

/** Builds into `folder`, which it empties first. */
export async function buildPortal(folder: string = dist): Promise<void> {
  console.log('Building the portal …')
  await markedBuild(folder, portalSources, async () => {
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
  })
}
