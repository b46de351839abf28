/** A demo's data of an older Fiel or another PostgreSQL: kept beside the folder, never deleted, so that a new one can begin. */

import { existsSync, readFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'

import { installedPackage, packageVersion } from './binaries.ts'
import { filesIn } from './cluster.ts'

/** Whether the data in `folder` is of another major version of PostgreSQL than this program brings. */
export function isOfAnotherMajor(folder: string): boolean {
  const version_file = join(filesIn(folder).data, 'PG_VERSION')
  if (!existsSync(version_file)) return false
  const major = Number(readFileSync(version_file, 'utf8'))
  return major > 0 && major !== Number.parseInt(packageVersion(installedPackage()))
}

/**
 * Moves `folder` to '<folder>-2026-11-22', or '…-2' of it, and says so in one line. Throws one sentence while a server may
 * run on the data.
 */
export async function setAside(folder: string, why: string): Promise<void> {
  if (existsSync(join(filesIn(folder).data, 'postmaster.pid'))) {
    throw new Error(
      `${folder} is of ${why}, and a server may still run on it: stop that, or move ${folder} away.`,
    )
  }
  const kept = freeName(`${folder}-${new Date().toISOString().slice(0, 10)}`)
  await rename(folder, kept)
  console.log(`${folder} is of ${why}: it is kept as ${kept}, and a new one begins.`)
}

function freeName(name: string): string {
  let free = name
  for (let n = 2; existsSync(free); n += 1) free = `${name}-${n}`
  return free
}
