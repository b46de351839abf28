import { posix } from 'node:path'

import { describe, expect, test } from 'vitest'

import { files, read, source, tests } from './source.ts'

describe('rooms', () => {
  test('the replay only proves: no file outside the audit uses it, but for the nightly job and tests', () => {
    const replay = /#engine\/audit\/|\b(replay_input|holds_at)\(/
    const users = source.filter(
      (file) =>
        !tests.includes(file) &&
        !/^(engine\/audit|api\/testing)\//.test(file) &&
        replay.test(read(file)),
    )
    // The fiel command lists the audit among its verbs.
    expect(users).toEqual(['api/jobs.ts', 'scripts/fiel.ts'])
  })

  test('portal/ has at most eight loose files', () => {
    expect(files.filter((file) => /^portal\/[^/]+$/.test(file)).length).toBeLessThanOrEqual(8)
  })

  // Type-only and dynamic imports count. The loose files of a room are its top floor.
  test.each(['portal'])('the folders of %s/ import each other in one direction', (room) => {
    const graph = folderImports(room)
    expect(graph.size).toBeGreaterThan(10)
    expect(knotOf(graph)).toEqual([])
  })
})

/** A folder of the room → the other folders of the room that its files import, tests apart. */
function folderImports(room: string): Map<string, Set<string>> {
  const folderOf = (file: string) => /^[^/]+\/([^/]+)\//.exec(file)?.[1] ?? '(loose files)'
  const graph = new Map<string, Set<string>>()
  for (const file of source) {
    if (!file.startsWith(`${room}/`) || !/\.tsx?$/.test(file) || tests.includes(file)) continue
    const folder = folderOf(file)
    const imported = graph.get(folder) ?? new Set()
    graph.set(folder, imported)
    for (const [, specifier] of read(file).matchAll(/\b(?:from|import)\s*\(?\s*'([#.][^']+)'/g)) {
      const target = specifier!.startsWith('#')
        ? specifier!.slice(1)
        : posix.join(posix.dirname(file), specifier!)
      if (target.startsWith(`${room}/`) && folderOf(target) !== folder)
        imported.add(folderOf(target))
    }
  }
  return graph
}

/** What is left once every folder that imports nothing left is taken away: folders in a cycle, or above one. */
function knotOf(graph: Map<string, Set<string>>): string[] {
  const left = new Set(graph.keys())
  for (let found = true; found;) {
    found = false
    for (const folder of left) {
      if ([...graph.get(folder)!].some((other) => left.has(other))) continue
      left.delete(folder)
      found = true
    }
  }
  return [...left].toSorted()
}
