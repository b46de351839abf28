/**
 * `npm run reproducible` builds the portal of the last commit twice, in two folders with different paths, and compares each
 * file. The second copy has no console/: the portal's files are the same without it (D15). Prints the hash of all files, which is
 * the same on every machine with the same Node and package-lock.json.
 */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { differingFiles, hashesOf } from './differing-files.ts'

const repository = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'fiel-reproducible-'))

try {
  const first = hashesOfBuild(join(folder, 'first'))
  const second = hashesOfBuild(join(folder, 'a/second'), (copy) =>
    rmSync(join(copy, 'console'), { recursive: true }),
  )
  const differing = differingFiles(first, second)
  const all = createHash('sha256')
    .update(JSON.stringify([...first]))
    .digest('hex')
  if (differing.length > 0) {
    console.error(`Two builds differ in ${differing.length} files: ${differing.join(', ')}`)
    process.exitCode = 1
  } else {
    console.log(`Two builds of ${commit()} have the same ${first.size} files.\nsha256 ${all}`)
  }
} finally {
  rmSync(folder, { recursive: true })
}

/** Builds the portal of a copy of the last commit, which `change` may change, and returns the hash of each file of its dist/. */
function hashesOfBuild(copy: string, change?: (copy: string) => void): Map<string, string> {
  run('git', ['clone', '--quiet', '--depth', '1', `file://${repository}`, copy])
  linkPackages(join(copy, 'node_modules'))
  change?.(copy)
  const dist = join(copy, 'dist')
  // With a folder the program builds the portal alone.
  run(process.execPath, ['scripts/build.ts', dist], copy)
  return hashesOf(dist)
}

/** Hard links, because a build resolves a symbolic link to the same folder for both copies. */
function linkPackages(target: string): void {
  const packages = join(repository, 'node_modules')
  mkdirSync(target)
  const names = readdirSync(packages).filter((name) => name !== '.cache')
  run('cp', ['--archive', '--link', ...names.map((name) => join(packages, name)), target])
}

function commit(): string {
  return run('git', ['rev-parse', '--short', 'HEAD'], repository).trim()
}

function run(program: string, args: string[], cwd = repository): string {
  return execFileSync(program, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}
