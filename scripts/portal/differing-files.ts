/** Compares two builds: the hash of each file, and the files that are not the same in both. */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The path of each file below a folder → the hash of its bytes, in the order of the paths. */
export function hashesOf(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted()
  return new Map(
    files
      .filter((file) => statSync(join(folder, file)).isFile())
      .map((file) => {
        const content = readFileSync(join(folder, file))
        return [file, createHash('sha256').update(content).digest('hex')]
      }),
  )
}

/** The files that only one build has, or whose bytes differ. */
export function differingFiles(one: Map<string, string>, other: Map<string, string>): string[] {
  const files = new Set([...one.keys(), ...other.keys()])
  return [...files].filter((file) => one.get(file) !== other.get(file))
}
