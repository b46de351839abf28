/** Reads the portal's route table for the build. */

import { type Plugin, runnerImport } from 'vite'

import type { Route } from '#portal/app/routes.tsx'

type RouteModules = {
  name: string
  path: string
  /** The modules that the route loads in addition to the page's script, relative to portal/. */
  modules: string[]
}

export type RouteTable = { routes: RouteModules[]; redirects: Record<string, string> }

type Loaded = {
  /** `screen` is the name of the screen's file, or the component itself if that is in the page's script. */
  routes: (Pick<Route, 'name' | 'path' | 'noNavbar'> & { screen: unknown })[]
  redirects: Record<string, string>
}

const shell = 'app/Shell.tsx'

/** Runs the route table in Node. Its `screen` functions import a stub in place of a screen, which exports the name of its file. */
export async function readRouteTable(root: string): Promise<RouteTable> {
  const { module } = await runnerImport<Loaded>(entry, {
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [tableWithFiles(root)],
  })
  const routes = module.routes.map(({ name, path, noNavbar, screen }) => ({
    name,
    path,
    modules: [...(typeof screen === 'string' ? [screen] : []), ...(noNavbar ? [] : [shell])],
  }))
  return { routes, redirects: module.redirects }
}

const entry = 'virtual:route-table'
const standIn = '\0screen:'
const imported = '#portal/'

function tableWithFiles(root: string): Plugin {
  const table = `${root}/app/routes.tsx`
  return {
    name: 'route-table',
    enforce: 'pre',
    resolveId(id, importer) {
      if (id.endsWith(entry)) return entry
      const isScreen = importer === table && id.startsWith(imported) && id.endsWith('Screen.tsx')
      return isScreen ? standIn + id.slice(imported.length) : undefined
    },
    load(id) {
      if (id.startsWith(standIn)) {
        return `export default ${JSON.stringify(id.slice(standIn.length))}`
      }
      if (id !== entry) return undefined
      // This module calls the `screen` functions itself, because the runner closes once the module has run.
      return `
        import { routes as table } from ${JSON.stringify(table)}
        export { redirects } from ${JSON.stringify(`${root}/path/paths.ts`)}
        export const routes = await Promise.all(
          table.map(async (route) => ({ ...route, screen: (await route.screen()).default })),
        )`
    },
  }
}
