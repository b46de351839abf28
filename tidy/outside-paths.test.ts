/** No file and no commit names a path outside the repository, and no document names a missing file. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'

import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 27 })

const files = git('ls-files', '-co', '--exclude-standard')
  .split('\n')
  .filter((file) => file && existsSync(join(root, file)))
const texts = files.filter(
  (file) =>
    /\.(ts|tsx|cjs|css|sql|md|html|ya?ml|json)$/.test(file) &&
    !['package-lock.json', 'tidy/outside-paths.test.ts'].includes(file),
)
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** Folders of one machine. Paths of a server that a guide sets up (`/srv`) and of PostgreSQL (`/var/tmp`) do not count. */
const machine = /(?<![\w.:/-])(?:~|\/(?:work|tmp|home|root|Users))\/[\w.-]+/g
/** A path that begins with `../`, of a document, an import or a join. */
const upward = /(?<![\w.~/-])(?:\.\.\/)+[\w.-]+/g

/** The machine's paths in a text, and those that leave the repository from `folder`. */
function outside(text: string, folder = '.'): string[] {
  const leaving = [...text.matchAll(upward)].filter(([path]) =>
    relative(root, join(root, folder, path)).startsWith('..'),
  )
  return [...text.matchAll(machine), ...leaving].map(([path]) => path)
}

describe('no path outside the repository', () => {
  test('the rule finds every path outside the repository, and no other', () => {
    const sample = 'of /home/ana/notes, ~/x and ../../notes, in docs'
    expect(outside(sample, 'docs')).toEqual(['/home/ana', '~/x', '../../notes'])
    expect(outside("from '../api/app.ts' at https://host/home/a, /srv/a", 'docs')).toEqual([])
  })

  test('no file names a path outside the repository', () => {
    const found = texts.flatMap((file) =>
      outside(read(file), dirname(file)).map((path) => `${file}: ${path}`),
    )
    expect(found).toEqual(['vite.config.ts: ../dist', 'vite.console.config.ts: ../dist-console']) // from portal/, Vite's root
  })

  test('no commit message names a path outside the repository', () => {
    const messages = git('log', '--format=%h %B%x00').split('\0')
    expect(messages.filter((message) => outside(message).length > 0)).toEqual([])
  })

  test('each path that a page, or a comment of the product, mentions exists in this repository', () => {
    const tracked = new Set(files)
    const pages = /^(README|CONTRIBUTING|SECURITY|docs\/(?!decisions\/)[^/]*)\.?\w*$/
    const code =
      /^(api|console|contract|database\/(?!schema\/)|engine|portal|ui|e2e|bench|proof|scripts|till|demo)\b.*(?<!\.test)\.(ts|tsx|sql)$/
    const path =
      /(?<![\w./#~-])(?:api|bench|companies|console|contract|database|demo|deploy|docs|e2e|engine|portal|proof|scripts|tidy|till|ui)\/[\w./-]+\.(?:ts|tsx|sql|md|css|cjs)\b/g
    const unknown = files
      .filter((file) => pages.test(file) || code.test(file))
      .flatMap((file) => [...read(file).matchAll(path)].map(([mention]) => `${file}: ${mention}`))
      .filter((mention) => !tracked.has(mention.split(': ')[1]!))
    expect(unknown).toEqual([])
  })

  test('each .md file that a text mentions exists in this repository', () => {
    const pages = new Set(
      files.filter((file) => file.endsWith('.md')).map((file) => basename(file)),
    )
    const mentions = texts.flatMap((file) =>
      [...read(file).matchAll(/[\w-]+\.md\b/g)].map(([page]) => ({ file, page })),
    )
    const unknown = mentions.filter(({ page }) => !pages.has(page))
    expect(unknown.map(({ file, page }) => `${file}: ${page}`)).toEqual([
      'database/schema/16_idempotency.sql: trust.md', // an applied file keeps its bytes
    ])
  })
})
