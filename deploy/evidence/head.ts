/** The facts at the head of the page. */

import { execFileSync } from 'node:child_process'

import { repository } from '../rehearsal/debian.ts'

export type Facts = { commit: string; date: string }

/** Throws when files have changed since the commit. */
export function head(): Facts {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', '.', ':!docs/evidence.md')
  if (changed) throw new Error(`Commit first: the drill is that of a commit.\n${changed}`)
  return { commit: git('rev-parse', 'HEAD'), date: new Date().toISOString() }
}
