/** docs/evidence.md: a part by `npm run evidence`, then one by `npm run evidence-citus`. Each command keeps the other's part. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'

import { repository } from '../rehearsal/debian.ts'
import type { Facts } from './head.ts'

const page = join(repository, 'docs/evidence.md')
const citusHeading = '# Evidence of a Citus cluster\n'

/** Writes the part of `npm run evidence`. Returns the path of the page. */
export function writeServerPart(text: string): string {
  const [, citus] = parts()
  return write(text, citus)
}

/** Writes the part of `npm run evidence-citus`. `text` has no heading. Returns the path of the page. */
export function writeCitusPart(text: string): string {
  const [server] = parts()
  const intro =
    '`npm run evidence-citus` wrote this part. It follows the [guide for several database servers](citus-guide.md).'
  return write(server, `${citusHeading}\n${intro}\n\n${text}`)
}

export function tableOf({ commit, date }: Facts, minutes: number): string {
  const machine = `${cpus().length} cores (${cpus()[0]!.model}), ${Math.round(totalmem() / 2 ** 30)} GiB, Linux ${release()}`
  return `| | |
|---|---|
| commit | ${commit} |
| date | ${date} |
| machine | ${machine} |
| time | ${minutes} minutes |
`
}

function parts(): [server: string, citus: string] {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : ''
  const at = text.indexOf(citusHeading)
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at)]
}

function write(server: string, citus: string): string {
  writeFileSync(
    page,
    [server, citus]
      .filter(Boolean)
      .map((part) => `${part.trimEnd()}\n`)
      .join('\n'),
  )
  return page
}
