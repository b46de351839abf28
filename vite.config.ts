import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

import { default_brand, themeCss } from '#contract/theme.ts'

const root = join(import.meta.dirname, 'portal')

export default defineConfig({
  root,
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Browsers of the last three years: <dialog>, :has(), top-level await.
    target: 'es2023',
    modulePreload: { polyfill: false },
  },
  plugins: [react(), defaultTheme(), preloads(), compressed()],
})

/**
 * A page that no server of ours writes has the default colours until its company is known. As a file: a policy of the host
 * that forbids inline styles then needs no hash.
 */
function defaultTheme(): Plugin {
  const fileName = 'default-theme.css'
  return {
    name: 'default-theme',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: themeCss(default_brand) })
    },
    transformIndexHtml: (html) =>
      html.replace('<!--/company:head-->', `<link rel="stylesheet" href="/${fileName}">\n    $&`),
  }
}

/**
 * Writes preload.json: a route's path → the files that its screen needs beyond index.html's own, so that the server can
 * name them in the page. The route table is read as text: `path: '…'` begins an entry, `import('…')` names its screen.
 */
function preloads(): Plugin {
  return {
    name: 'preloads',
    generateBundle(_, bundle) {
      const table = readFileSync(join(root, 'app/routes.tsx'), 'utf8')
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
      const first = filesOf(
        chunks.find((chunk) => chunk.isEntry),
        chunks,
      )
      const routes = table.split(/(?=path: ')/).flatMap((entry): [string, string[]][] => {
        const path = /^path: '([^']+)'/.exec(entry)?.[1]
        const screen = /import\('#portal\/([^']+)'\)/.exec(entry)?.[1]
        const needed = [screen, entry.includes('no_navbar') ? undefined : 'app/Shell.tsx']
        const files = new Set(needed.flatMap((file) => filesOf(chunkOf(chunks, file), chunks)))
        const lazy = [...files].filter((file) => !first.includes(file))
        return path ? [[path, lazy.map((file) => `/${file}`)]] : []
      })
      // A path that only leads elsewhere needs what is needed there.
      const redirects = [...table.matchAll(/^ {2}'(\/[^']*)': '(\/[^']*)'/gm)].map(
        ([, path, target]) => [path, routes.find(([other]) => other === target)?.[1] ?? []],
      )
      this.emitFile({
        type: 'asset',
        fileName: 'preload.json',
        source: JSON.stringify(Object.fromEntries([...routes, ...redirects])),
      })
    },
  }
}

function chunkOf(chunks: Rolldown.OutputChunk[], file: string | undefined) {
  return chunks.find((chunk) => chunk.moduleIds.some((id) => relative(root, id) === file))
}

/** The chunk, what it imports at once, and their styles. */
function filesOf(
  chunk: Rolldown.OutputChunk | undefined,
  chunks: Rolldown.OutputChunk[],
  seen: Set<string> = new Set(),
): string[] {
  if (!chunk || seen.has(chunk.fileName)) return []
  seen.add(chunk.fileName)
  const imported = chunk.imports.map((name) => chunks.find(({ fileName }) => fileName === name))
  return [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...imported.flatMap((one) => filesOf(one, chunks, seen)),
  ]
}

/** Each asset compressed once, as hard as it goes, rather than at every request. From the disk: only there it is final. */
function compressed(): Plugin {
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
