/** Builds the console, and checks whether the last build still matches the sources. */

import { join } from 'node:path'

import { isStale, markedBuild, root } from './sources.ts'

const dist = join(root, 'dist-console')

const sources = [
  'console/**/*',
  'ui/**/*',
  'contract/**/*',
  'vite.console.config.ts',
  'scripts/portal/compressed.ts',
  'package-lock.json',
]

export function consoleIsStale(): Promise<boolean> {
  return isStale(dist, sources)
}

/** Builds into dist-console/, which it empties first. */
export async function buildConsole(): Promise<void> {
  console.log('Building the console …')
  await markedBuild(dist, sources, async () => {
    const { build } = await import('vite')
    await build({
      configFile: join(root, 'vite.console.config.ts'),
      configLoader: 'native',
      logLevel: 'warn',
    })
  })
}
