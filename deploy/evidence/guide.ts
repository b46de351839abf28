/** The commands of the operating guide, as a reader finds them. */

import { blockOf } from '../../docs/blocks.ts'

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
  return [...more, ...standsFor].reduce(
    (text, [name, by]) => text.replaceAll(name, by),
    blockOf(`docs/operating-guide.md: ${beginning}`),
  )
}
