/**
 * Chooses the chunk of each module of the portal. By default the bundler makes one file per set of screens that share a
 * module: 50 files of 0.5 kB. Over HTTP/1.1 a phone loads six files at a time, so round trips alone took a second.
 */

import { relative } from 'node:path'

/** The part of the bundler's module graph that is needed here. */
type Graph = {
  getModuleInfo: (id: string) => {
    isEntry: boolean
    importers: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

/** In the order in which they may import each other: a chunk imports only from those before it. */
export const chunkNames = ['portal', 'guest', 'signed-in', 'screens'] as const
type ChunkName = (typeof chunkNames)[number]

/** A module that this many signed-in screens use goes into the chunk `screens`, which loads with the first of them. */
const sharedBy = 2

const first = 'main.tsx'
const signedIn = 'app/Shell.tsx'
const worker = 'offline/service-worker.ts'

/**
 * The chunk of a module. `portal` has the modules of every page, and `guest` those of the login. The frame of all signed-in
 * screens is in `signed-in`, and modules that several of these screens share in `screens`. Null puts the module into its
 * screen's own chunk. The parameter `login` lists the modules that the login's route loads.
 */
export function chunkName(
  root: string,
  login: string[],
  id: string,
  graph: Graph,
): ChunkName | null {
  const roots = rootsOf(root, id, graph)
  // The service worker must be a single file: it cannot load other chunks.
  if (roots.has(worker)) return null
  if (roots.has(first)) return 'portal'
  if (login.some((file) => roots.has(file))) return roots.size > 1 ? 'guest' : null
  if (roots.has(signedIn)) return 'signed-in'
  return roots.size >= sharedBy ? 'screens' : null
}

/** The entry points from which a module is reached: the page's script and lazily loaded screens. */
function rootsOf(root: string, id: string, graph: Graph): Set<string> {
  const roots = new Set<string>()
  const visited = new Set<string>()
  const waiting = [id]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (visited.has(one)) continue
    visited.add(one)
    const info = graph.getModuleInfo(one)
    if (!info) continue
    const file = relative(root, one)
    if (info.isEntry || info.dynamicImporters.length > 0 || file === first) roots.add(file)
    waiting.push(...info.importers)
  }
  return roots
}
