/** Reads the console's route table. Its modules read the company from the page, so they run with a company in its place. */

import { dirname } from 'node:path'

import { type Plugin, runnerImport } from 'vite'

import type { Route } from '#console/app/routes.tsx'

/** A row with the file of its screen. */
export type ConsoleRoute = Route & { file: string }

export async function readConsoleRoutes(): Promise<ConsoleRoute[]> {
  const { module } = await runnerImport<{ routes: ConsoleRoute[] }>(entry, {
    configFile: false,
    root: dirname(import.meta.dirname),
    logLevel: 'warn',
    plugins: [withoutPage],
  })
  return module.routes
}

const entry = 'virtual:console-routes'
const standIn = '\0screen:'

const withoutPage: Plugin = {
  name: 'console-routes',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id.endsWith(entry)) return entry
    const isScreen = importer?.endsWith('/console/app/routes.tsx') && id.endsWith('Screen.tsx')
    return isScreen ? standIn + id.slice('#'.length) : undefined
  },
  load(id) {
    if (id.endsWith('/console/company/company.ts')) return 'export const company = {}'
    if (id.startsWith(standIn)) return `export default ${JSON.stringify(id.slice(standIn.length))}`
    if (id !== entry) return undefined
    // The screens are imported here, because the runner closes once this module has run.
    return `
      import { routes as table } from '/console/app/routes.tsx'
      export const routes = await Promise.all(
        table.map(async (route) => ({ ...route, file: (await route.screen()).default })),
      )`
  },
}
