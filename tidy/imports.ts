/** Finds the imports between files or folders of the repository, including type-only and dynamic ones, and a cycle among them. */

import { posix } from 'node:path'

import { read, source, tests } from './source.ts'

/** A use of one file or folder by another. `at`: 'api/app.ts:3 imports api/http/route.ts'. */
export type Step = { from: string; to: string; at: string }

/**
 * The imports that lead from one place to another. The function `placeOf` returns the place of a file: its folder, its
 * top-level folder or the file itself; null ignores the file. Code for tests only, such as a folder `testing`, is ignored
 * too.
 */
export function importsBetween(placeOf: (file: string) => string | null): Step[] {
  const files = source.filter(
    (file) => /\.tsx?$/.test(file) && !tests.includes(file) && !file.includes('/testing/'),
  )
  return files
    .flatMap((file) =>
      importsOf(file).map(({ target, line }) => ({
        from: placeOf(file),
        to: placeOf(target),
        at: `${file}:${line} imports ${target}`,
      })),
    )
    .filter((one): one is Step => one.from !== null && one.to !== null && one.from !== one.to)
}

function importsOf(file: string): { target: string; line: number }[] {
  const text = read(file)
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map((match) => ({
    target: match[1]!.startsWith('#')
      ? match[1]!.slice(1)
      : posix.join(posix.dirname(file), match[1]!),
    line: text.slice(0, match.index).split('\n').length,
  }))
}

/** The steps of a cycle; empty without a cycle. */
export function cycleOf(imports: Step[]): string[] {
  const finished = new Set<string>()
  /** `way`: the steps that have led to `place`. */
  function search(place: string, way: Step[]): Step[] | undefined {
    const begin = way.findIndex(({ from }) => from === place)
    if (begin !== -1) return way.slice(begin)
    if (finished.has(place)) return undefined
    for (const step of imports.filter(({ from }) => from === place)) {
      const cycle = search(step.to, [...way, step])
      if (cycle) return cycle
    }
    finished.add(place)
    return undefined
  }
  for (const { from } of imports) {
    const cycle = search(from, [])
    if (cycle) return cycle.map((step) => `${step.from} → ${step.to}: ${step.at}`)
  }
  return []
}
