import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'

import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

import { defaultBrand, themeCss } from '#contract/brand/theme.ts'
import { paths, type RouteName } from '#portal/path/paths.ts'

import { chunkName, chunkNames } from './scripts/portal/chunks.ts'
import { compressed } from './scripts/portal/compressed.ts'
import { readRouteTable, type RouteTable } from './scripts/portal/route-modules.ts'

const root = join(import.meta.dirname, 'portal')

const workerFile = 'sw.js'

export default defineConfig({
  root,
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Browsers of the last three years: <dialog>, :has(), top-level await.
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The licences of the packages in the scripts, with their texts (THIRD-PARTY-NOTICES.md).
    license: { fileName: 'assets/licenses.txt' },
    rolldownOptions: {
      // Switch off the report of slow plugins, because it is printed to stderr like an error.
      checks: { pluginTimings: false },
      input: { index: join(root, 'index.html'), worker: join(root, 'offline/service-worker.ts') },
      output: {
        // The worker's address must not change, and it controls only paths below it.
        entryFileNames: ({ name }) => (name === 'worker' ? workerFile : 'assets/[name]-[hash].js'),
        codeSplitting: {
          groups: chunkNames.map((name, at) => ({
            debugName: name,
            name: (id, graph) =>
              chunkName(root, modulesOf('login'), id, graph) === name ? name : null,
            priority: 3 - at,
          })),
        },
      },
    },
  },
  plugins: [
    react(),
    routeTable(),
    defaultTheme(),
    scriptsLast(),
    preloads(),
    shell(),
    compressed(),
  ],
})

/**
 * A page on a file host has the default colours until its company is loaded. The colours are in a file, so that a host whose
 * policy forbids inline styles needs no hash for them.
 */
function defaultTheme(): Plugin {
  const fileName = 'default-theme.css'
  return {
    name: 'default-theme',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: themeCss(defaultBrand) })
    },
    transformIndexHtml: (html) =>
      html.replace('<!--/company:head-->', `<link rel="stylesheet" href="/${fileName}">\n    $&`),
  }
}

/** Loads the scripts last, because the painted page first needs its styles, fonts and pictures. */
function scriptsLast(): Plugin {
  return {
    name: 'scripts-last',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replaceAll('<script type="module"', '<script type="module" fetchpriority="low"'),
    },
  }
}

/** The route table, read when the build begins (scripts/portal/route-modules.ts). */
let table: RouteTable = { routes: [], redirects: {} }

function routeTable(): Plugin {
  return {
    name: 'route-table',
    async buildStart() {
      table = await readRouteTable(root)
    },
  }
}

function modulesOf(name: RouteName): string[] {
  return table.routes.find((route) => route.name === name)!.modules
}

/**
 * Writes preload.json, with which the server preloads files in the page. It maps a route's path to the files that its
 * screen needs in addition to those of index.html.
 */
function preloads(): Plugin {
  return {
    name: 'preloads',
    generateBundle(_, bundle) {
      const chunks = chunksOf(bundle)
      const first = filesOf(chunkOf(chunks, 'main.tsx'), chunks)
      const files = Object.fromEntries(
        table.routes.map(({ path, modules }) => {
          const needed = new Set(modules.flatMap((file) => filesOf(chunkOf(chunks, file), chunks)))
          const lazy = [...needed].filter((file) => !first.includes(file))
          return [path, lazy.map((file) => `/${file}`)]
        }),
      )
      // A redirecting path needs the files of its target.
      for (const [path, target] of Object.entries(table.redirects)) files[path] = files[target]!
      this.emitFile({ type: 'asset', fileName: 'preload.json', source: JSON.stringify(files) })
    },
  }
}

/** The routes that the service worker caches for use without a connection. */
const keptRoutes: RouteName[] = ['login', 'home', 'history', 'prizes', 'logout']
const keptModules = [
  'main.tsx',
  'offline/keep-shell.ts',
  'app/GuestShell.tsx',
  'app/StateScreen.tsx',
  'company/load-company.ts',
  'voucher/QrCode.tsx',
  'member-code/MemberCodeSheet.tsx',
]

/** Writes the list of files to cache, and the build's version, into the service worker. */
function shell(): Plugin {
  return {
    name: 'shell',
    generateBundle(_, bundle) {
      const chunks = chunksOf(bundle)
      const modules = [...keptModules, ...keptRoutes.flatMap(modulesOf)]
      const files = modules.flatMap((file) => filesOf(chunkOf(chunks, file), chunks))
      const addresses = [...new Set(files)].toSorted().map((file) => `/${file}`)
      const worker = chunks.find(({ fileName }) => fileName === workerFile)
      const entry = chunkOf(chunks, 'main.tsx')
      if (!worker || !entry) throw new Error('the build has no worker or no entry')
      // A browser does not install a worker that needs a second file, and tells nobody. So the build must fail.
      if (worker.imports.length > 0) {
        throw new Error(`the service worker must be one file: it shares ${worker.imports.join()}`)
      }
      const version = createHash('sha256')
        .update(worker.code + addresses.join())
        .digest('hex')
      const manifest = {
        version: version.slice(0, 16),
        entry: entry.fileName,
        files: addresses,
        page: paths.loading,
      }
      worker.code = worker.code.replace('__SHELL__', () => JSON.stringify(manifest))
    },
  }
}

function chunksOf(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  return Object.values(bundle).filter((output) => output.type === 'chunk')
}

function chunkOf(chunks: Rolldown.OutputChunk[], file: string | undefined) {
  return chunks.find((chunk) => chunk.moduleIds.some((id) => relative(root, id) === file))
}

/** The files of the chunk, of its static imports, and of their styles. */
function filesOf(
  chunk: Rolldown.OutputChunk | undefined,
  chunks: Rolldown.OutputChunk[],
  visited: Set<string> = new Set(),
): string[] {
  if (!chunk || visited.has(chunk.fileName)) return []
  visited.add(chunk.fileName)
  const imported = chunk.imports.map((name) => chunks.find(({ fileName }) => fileName === name))
  return [
    chunk.fileName,
    ...(chunk.viteMetadata?.importedCss ?? []),
    ...imported.flatMap((one) => filesOf(one, chunks, visited)),
  ]
}
