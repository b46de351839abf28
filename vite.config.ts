import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

import { default_brand, themeCss } from '#contract/theme.ts'

import { chunkName } from './scripts/chunks.ts'

const root = join(import.meta.dirname, 'portal')

const worker_file = 'sw.js'

export default defineConfig({
  root,
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Browsers of the last three years: <dialog>, :has(), top-level await.
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: join(root, 'index.html'), worker: join(root, 'offline/service-worker.ts') },
      output: {
        // A worker is known by its address, and rules over what lies beneath it.
        entryFileNames: ({ name }) => (name === 'worker' ? worker_file : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: (['portal', 'guest', 'signed-in'] as const).map((name, at) => ({
            debugName: name,
            name: (id, graph) => (chunkName(root, id, graph) === name ? name : null),
            priority: 3 - at,
          })),
        },
      },
    },
  },
  plugins: [react(), defaultTheme(), preloads(), shell(), compressed()],
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
      const chunks = chunksOf(bundle)
      const first = filesOf(chunkOf(chunks, 'main.tsx'), chunks)
      const routes = routeFiles().map(([path, needed]): [string, string[]] => {
        const files = new Set(needed.flatMap((file) => filesOf(chunkOf(chunks, file), chunks)))
        const lazy = [...files].filter((file) => !first.includes(file))
        return [path, lazy.map((file) => `/${file}`)]
      })
      // A path that only leads elsewhere needs what is needed there.
      const redirects = [...routeTable().matchAll(/^ {2}'(\/[^']*)': '(\/[^']*)'/gm)].map(
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

/** What is worth opening without a connection: these routes, and these beside them. */
const kept_routes = new Set(['/entrar', '/fidelidade/resumo', '/historico', '/store', '/sair'])
const kept_modules = [
  'main.tsx',
  'offline/keep-shell.ts',
  'app/GuestShell.tsx',
  'app/StateScreen.tsx',
  'company/load-company.ts',
  'voucher/QrCode.tsx',
]

/** Tells the worker what to keep, and of which build it is. */
function shell(): Plugin {
  return {
    name: 'shell',
    generateBundle(_, bundle) {
      const chunks = chunksOf(bundle)
      const routes = routeFiles().filter(([path]) => kept_routes.has(path))
      const modules = [...kept_modules, ...routes.flatMap(([, needed]) => needed)]
      const files = modules.flatMap((file) => filesOf(chunkOf(chunks, file), chunks))
      const kept = [...new Set(files)].toSorted().map((file) => `/${file}`)
      const worker = chunks.find(({ fileName }) => fileName === worker_file)
      const entry = chunkOf(chunks, 'main.tsx')
      if (!worker || !entry) throw new Error('the build has no worker or no entry')
      const version = createHash('sha256')
        .update(worker.code + kept.join())
        .digest('hex')
      const known = { version: version.slice(0, 16), entry: entry.fileName, files: kept }
      worker.code = worker.code.replace('__SHELL__', () => JSON.stringify(known))
    },
  }
}

function routeTable(): string {
  return readFileSync(join(root, 'app/routes.tsx'), 'utf8')
}

/** A route's path, and the modules that it loads. */
function routeFiles(): [string, string[]][] {
  return routeTable()
    .split(/(?=path: ')/)
    .flatMap((entry): [string, string[]][] => {
      const path = /^path: '([^']+)'/.exec(entry)?.[1]
      const screen = /import\('#portal\/([^']+)'\)/.exec(entry)?.[1]
      const needed = [screen, entry.includes('no_navbar') ? undefined : 'app/Shell.tsx']
      return path ? [[path, needed.filter((file) => file !== undefined)]] : []
    })
}

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk')
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
