/**
 * Which chunk a module of the portal goes into. Left to itself the bundler makes a file of whatever several screens share,
 * fifty of half a kB: over HTTP/1.1 a phone asks for six at a time, and a screen waited a second for round trips alone.
 */

import { relative } from 'node:path'

/** As the bundler knows it. */
type Graph = {
  getModuleInfo: (id: string) => {
    isEntry: boolean
    importers: readonly string[]
    dynamicImporters: readonly string[]
  } | null
}

/** What several screens of the signed-in use comes at once with the first of them. */
const shared_by = 2

const first = 'main.tsx'
const signed_in = 'app/Shell.tsx'
const worker = 'offline/service-worker.ts'

/**
 * `portal`: what every page loads. `guest`: what the login needs beyond. `signed-in`: what a screen with a navbar needs, or
 * several do. Each leans on those before it alone, because what uses a module uses what that one uses. Null: the screen's own.
 * `login`: the modules that the login's route loads.
 */
export function chunkName(
  root: string,
  login: string[],
  id: string,
  graph: Graph,
): 'portal' | 'guest' | 'signed-in' | null {
  const roots = rootsOf(root, id, graph)
  // One file, wherever it is from: a worker asks for no other.
  if (roots.has(worker)) return null
  if (roots.has(first)) return 'portal'
  if (login.some((file) => roots.has(file))) return roots.size > 1 ? 'guest' : null
  return roots.has(signed_in) || roots.size >= shared_by ? 'signed-in' : null
}

/** The modules by which one is reached that are loaded for themselves: the page's script, a lazy screen. */
function rootsOf(root: string, id: string, graph: Graph): Set<string> {
  const roots = new Set<string>()
  const seen = new Set<string>()
  const waiting = [id]
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (seen.has(one)) continue
    seen.add(one)
    const known = graph.getModuleInfo(one)
    if (!known) continue
    const file = relative(root, one)
    if (known.isEntry || known.dynamicImporters.length > 0 || file === first) roots.add(file)
    waiting.push(...known.importers)
  }
  return roots
}
