/** CONTRIBUTING.md: a subject `place: what` of at most 72 characters, and a body. */

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

const root = dirname(import.meta.dirname)
/** The last commit before this rule. History does not change, so earlier subjects stay too long. */
const ruleBegin = 'aadd7a5e4407d3983aac3e9a18aed57893da978f'
const maxSubject = 72

type Commit = { hash: string; subject: string; body: string }

/**
 * The commits of a repository after `commit`, merges left out. None in a copy without that commit: a shallow clone, an exported
 * folder, or a repository without commits.
 */
function commitsAfter(commit: string, folder: string): Commit[] {
  const isKnown = spawnSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], { cwd: folder })
  if (isKnown.status !== 0) return []
  const format = ['%h', '%s', '%b'].join('%x00')
  const log = execFileSync(
    'git',
    ['log', '--no-merges', '-z', `--format=${format}`, `${commit}..HEAD`],
    { cwd: folder, encoding: 'utf8' },
  )
  const fields = log.split('\0')
  return Array.from({ length: Math.floor(fields.length / 3) }, (_, at) => {
    const [hash, subject, body] = fields.slice(at * 3, at * 3 + 3) as [string, string, string]
    return { hash, subject, body }
  })
}

function faultsOf({ subject, body }: Pick<Commit, 'subject' | 'body'>): string[] {
  return [
    ...(subject.length > maxSubject ? [`${subject.length} characters`] : []),
    ...(/^[a-z0-9][a-z0-9 ,./-]*: [^ ].*[^.]$/.test(subject) ? [] : ['no place: what']),
    ...(body.trim() === '' ? ['no body'] : []),
  ]
}

test('each commit since the rule has a subject with its place, and a body', () => {
  const faulty = commitsAfter(ruleBegin, root).flatMap((commit) =>
    faultsOf(commit).map((fault) => `${commit.hash} ${commit.subject}: ${fault}`),
  )
  expect(faulty).toEqual([])
})

const why = 'The number was wrong.\n'

test.each([
  ['engine: count written rows', why, []],
  ['contract, api: name the field', why, []],
  ['api/points: refuse a late return', why, []],
  [`engine: ${'a'.repeat(64)}`, why, []],
  [`engine: ${'a'.repeat(65)}`, why, ['73 characters']],
  ['Count written rows', why, ['no place: what']],
  ['Engine: count written rows', why, ['no place: what']],
  ['engine:count written rows', why, ['no place: what']],
  ['engine: count written rows.', why, ['no place: what']],
  ['engine: count written rows', '', ['no body']],
  ['engine: count written rows', '\n', ['no body']],
])('the rule judges the subject %j and the body %j', (subject, body, faults) => {
  expect(faultsOf({ subject, body })).toEqual(faults)
})

const folder = mkdtempSync(join(tmpdir(), 'fiel-commits-'))
afterAll(() => rmSync(folder, { recursive: true }))
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Fiel', '-c', 'user.email=fiel@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()

test('no commit is judged in a copy without history; each commit after the rule is read', () => {
  expect(commitsAfter(ruleBegin, folder)).toEqual([])
  git('init', '--quiet')
  expect(commitsAfter(ruleBegin, folder)).toEqual([])
  git('commit', '--quiet', '--allow-empty', '--message', 'first')
  expect(commitsAfter(ruleBegin, folder)).toEqual([])

  const first = git('rev-parse', 'HEAD')
  expect(commitsAfter(first, folder)).toEqual([])
  git('commit', '--quiet', '--allow-empty', '--message', 'a: b', '--message', 'Why.\n\nHow.')
  git('commit', '--quiet', '--allow-empty', '--message', 'c')
  expect(commitsAfter(first, folder)).toEqual([
    { hash: expect.any(String), subject: 'c', body: '' },
    { hash: expect.any(String), subject: 'a: b', body: 'Why.\n\nHow.\n' },
  ])
})
