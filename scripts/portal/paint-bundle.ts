/** The build of portal/app/paint.tsx for the server: one module that imports no package, so that production installs none for it. */

import { join } from 'node:path'

import react from '@vitejs/plugin-react'
import type { InlineConfig, Plugin } from 'vite'

const root = join(import.meta.dirname, '../../portal')

/** Builds into `folder`/paint. The server does not serve this folder. */
export function paintBundle(folder: string): InlineConfig {
  return {
    configFile: false,
    root,
    logLevel: 'warn',
    // React's production build: its other build checks each element.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'app/paint.tsx'),
      outDir: join(folder, 'paint'),
      target: 'node24',
      emptyOutDir: true,
      rolldownOptions: {
        checks: { pluginTimings: false },
        output: { entryFileNames: '[name].js', intro: withoutStorage, codeSplitting: false },
      },
    },
    plugins: [react(), serverApi()],
  }
}

/** Replaces the browser's storage and address, which the server lacks, within the bundle's scope. */
const withoutStorage = `
const localStorage = { getItem: () => null };
const sessionStorage = localStorage;
const document = { cookie: '' };
const location = { protocol: 'https:' };`

/** Replaces portal/client/api.ts by portal/app/paint-api.ts in all imports but those of paint-api.ts, which needs the client. */
function serverApi(): Plugin {
  const standIn = join(root, 'app/paint-api.ts')
  const client = join(root, 'client/api.ts')
  return {
    name: 'server-api',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!id.endsWith('/api.ts') || importer === standIn) return undefined
      const resolved = await this.resolve(id, importer, { skipSelf: true })
      return resolved?.id === client ? standIn : undefined
    },
  }
}
