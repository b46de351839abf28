/** Moves a demo's data aside when it is of an older Fiel or another PostgreSQL. The data is never deleted. */

import { existsSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'

import { installedPackage, packageVersion } from './binaries.ts'
import { filesIn } from './cluster.ts'

/** Whether the data in `folder` is of a different major version of PostgreSQL than the one in the npm package. */
export function isOfAnotherMajor(folder: string): boolean {
  const versionFile = join(filesIn(folder).data, 'PG_VERSION')
  if (!existsSync(versionFile)) return false
  const major = Number(readFileSync(versionFile, 'utf8'))
  return major > 0 && major !== Number.parseInt(packageVersion(installedPackage()))
}

/**
 * Renames `folder` to '<folder>-2026-11-22', or with '-2' and so on if that exists, and prints one line. Throws one sentence
 * while a server may run on the data.
 */
export async function setAside(folder: string, why: string): Promise<void> {
  if (existsSync(join(filesIn(folder).data, 'postmaster.pid'))) {
    throw new Error(
      `${folder} is of ${why}, and a server may still run on it: stop that, or move ${folder} away.`,
    )
  }
  const oldFolder = freeName(`${folder}-${new Date().toISOString().slice(0, 10)}`)
  await rename(folder, oldFolder)
  console.log(`${folder} is of ${why}: it is kept as ${oldFolder}, and a new one begins.`)
}

function freeName(name: string): string {
  let free = name
  for (let n = 2; existsSync(free); n += 1) free = `${name}-${n}`
  return free
}
