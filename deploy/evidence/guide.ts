/** The commands of the operating guide, as a reader finds them. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { repository } from '../rehearsal/debian.ts'

const page = 'docs/operating-guide.md'
const fences = [
  ...readFileSync(join(repository, page), 'utf8').matchAll(/^```(\S.*)\n([^]*?)^```$/gm),
]
const commands = fences
  .filter(([, info]) => /^(sh|sql|nginx)\b/.test(info!))
  .map(([, , text]) => text!)

/** Names of the guide, and what they are in this drill. */
const standsFor: [name: string, by: string][] = [
  ['https://git.example.com/fiel.git', '/mnt/fiel.git'],
  ['clube.example.com', 'cafe.localhost'],
  ['smtps://fiel:…@mail.example.com', 'smtp://127.0.0.1:2525'],
  [':…@', ':drill@'],
  ["password '…'", "password 'drill'"],
]

/** The block of the guide that begins so, with the names of this drill. Throws unless there is exactly one. */
export function guide(beginning: string, more: [name: string, by: string][] = []): string {
  const found = commands.filter((text) => text.startsWith(beginning))
  if (found.length !== 1)
    throw new Error(`${page} has ${found.length} blocks that begin with ${beginning}`)
  return [...more, ...standsFor].reduce((text, [name, by]) => text.replaceAll(name, by), found[0]!)
}
