import { posix } from 'node:path'

import { describe, expect, test } from 'vitest'

import { cycleOf, importsBetween } from './imports.ts'
import { files, read, source, tests } from './source.ts'

const product = ['contract', 'database', 'engine', 'api', 'demo', 'ui', 'portal', 'console']

/** The top-level folders that each one may import. The journeys (e2e), scripts, benchmarks and proofs may import the whole product. */
const allowed: Record<string, string[]> = {
  contract: [],
  database: ['contract'],
  engine: ['contract', 'database'],
  api: ['contract', 'database', 'engine'],
  demo: ['contract', 'database', 'engine', 'api'],
  ui: ['contract'],
  portal: ['contract', 'ui'],
  console: ['contract', 'ui'],
  till: [],
  docs: ['database'],
  e2e: [...product, 'docs'],
  scripts: [...product, 'docs', 'e2e', 'till'],
  bench: [...product, 'e2e', 'scripts'],
  proof: [...product, 'e2e', 'scripts', 'deploy', 'till'],
  deploy: ['database', 'docs', 'scripts'],
}

/**
 * The maximum number of files directly in a top-level folder, outside its subfolders; tests do not count. The folder
 * contract has one such file for each domain word, ui one for each component, and bench one for each measurement.
 */
const maxLooseFiles = {
  contract: 32,
  database: 12,
  engine: 8,
  api: 3,
  demo: 2,
  ui: 32,
  portal: 3,
  console: 3,
  till: 4,
  docs: 16,
  e2e: 8,
  scripts: 15,
  bench: 25,
  proof: 8,
  deploy: 6,
}

describe('the top-level folders', () => {
  test('only the audit uses the replay; the nightly job, the command, proofs and tests run the audit', () => {
    const replay = /#engine\/audit\/|\b(replay_input|holds_at)\(/
    const users = source.filter(
      (file) =>
        !tests.includes(file) &&
        !/^(engine\/audit|api\/testing|proof)\//.test(file) &&
        replay.test(read(file)),
    )
    // The verb `fiel audit` verifies the audit log too.
    expect(users).toEqual(['api/audit/command.ts', 'api/jobs.ts'])
  })

  test('jobs are scheduled in one file, and queues are opened in one file [D20]', () => {
    const usersOf = (call: string) =>
      source.filter((file) => !tests.includes(file) && read(file).includes(call))
    expect(usersOf('.schedule(')).toEqual(['api/jobs.ts'])
    expect(usersOf('.createQueue(')).toEqual(['api/job/queue.ts'])
  })

  test.each(Object.entries(maxLooseFiles))(
    'include %s/, which has at most %i files outside its subfolders',
    (folder, max) => {
      const loose = files.filter((file) => posix.dirname(file) === folder && !tests.includes(file))
      expect(loose.length).toBeLessThanOrEqual(max)
    },
  )

  test('each top-level folder has a limit of files outside subfolders', () => {
    expect(Object.keys(maxLooseFiles).toSorted()).toEqual(Object.keys(allowed).toSorted())
  })

  test('each top-level folder imports only the folders below it', () => {
    const topOf = (file: string) => /^([^/]+)\//.exec(file)?.[1] ?? null
    const imports = importsBetween(topOf)
    expect(imports.length).toBeGreaterThan(500)
    const up = imports.filter(({ from, to }) => !allowed[from]?.includes(to))
    expect(up.map(({ at }) => at)).toEqual([])
  })

  test.each(Object.keys(allowed))(
    'include %s/, whose subfolders import each other in one direction',
    (folder) => {
      const imports = importsBetween((file) =>
        file.startsWith(`${folder}/`) ? posix.dirname(file) : null,
      )
      expect(cycleOf(imports)).toEqual([])
    },
  )

  test('a cycle of imports is shown with file and line of each step', () => {
    const step = (from: string, to: string) => ({ from, to, at: `${from}/file.ts:1` })
    const imports = [step('a', 'b'), step('b', 'c'), step('c', 'd'), step('d', 'b'), step('a', 'd')]
    expect(cycleOf(imports)).toEqual([
      'b → c: b/file.ts:1',
      'c → d: c/file.ts:1',
      'd → b: d/file.ts:1',
    ])
    expect(cycleOf(imports.slice(0, 3))).toEqual([])
  })
})
