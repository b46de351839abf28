/** The project's rules that lint cannot express (docs/decisions): each file of this folder has those of one subject. */

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'

const root = dirname(import.meta.dirname)

/** All files of the repository, and those that git does not know yet. A path begins at the root. */
export const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && existsSync(`${root}/${file}`))

/** Without this folder, whose tests contain the texts that they forbid. */
export const source = files.filter(
  (file) => /\.(ts|tsx|cjs|css|sql)$/.test(file) && !file.startsWith('tidy/'),
)

export const tests = source.filter((file) => /\.(test|spec)\.ts$/.test(file))

export const sqlFiles = source.filter((file) => file.endsWith('.sql'))

export const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
