import { join, relative } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

import { compressed } from './scripts/portal/compressed.ts'

const root = join(import.meta.dirname, 'console')

/** The build of the company's console. The server serves it at a company's `admin_domain` (api/console-page/). */
export default defineConfig({
  root,
  build: {
    outDir: '../dist-console',
    emptyOutDir: true,
    assetsDir: 'console-assets',
    // A picture in a data: address would need its own source in the page's policy.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    license: { fileName: 'console-assets/licenses.txt' },
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: {
        index: join(root, 'index.html'),
        preview: join(root, 'sample/preview-page.ts'),
      },
    },
  },
  plugins: [react(), firstScreen(), compressed()],
})

/**
 * Writes first-screen.json: the files of the sign-in and of the start, which the budget measures (scripts/portal/budget.ts). And
 * preview.json: the script of the portal's preview, which the server adds to the portal's page (api/page/preview.ts).
 */
function firstScreen(): Plugin {
  const modules = ['main.tsx', 'session/SignInScreen.tsx', 'home/HomeScreen.tsx']
  return {
    name: 'first-screen',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const files = new Set<string>()
      const visit = (name: string) => {
        if (files.has(name)) return
        files.add(name)
        for (const one of chunks.find(({ fileName }) => fileName === name)?.imports ?? [])
          visit(one)
      }
      for (const file of modules) {
        const chunk = chunks.find(({ moduleIds }) =>
          moduleIds.some((id) => relative(root, id) === file),
        )
        if (!chunk) throw new Error(`the build has no ${file}`)
        visit(chunk.fileName)
      }
      const preview = chunks.find(({ isEntry, name }) => isEntry && name === 'preview')
      if (!preview) throw new Error('the build has no script of the preview')
      this.emitFile({
        type: 'asset',
        fileName: 'preview.json',
        source: JSON.stringify({ script: preview.fileName }),
      })
      this.emitFile({
        type: 'asset',
        fileName: 'first-screen.json',
        source: JSON.stringify([...files].toSorted()),
      })
    },
  }
}
