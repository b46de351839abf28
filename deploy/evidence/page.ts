/**
 * docs/evidence.md: a part by `npm run evidence`, one by `npm run evidence-citus` and one by `npm run proof -- write`. Each
 * command keeps the parts of the others.
 */

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'

import { repository } from '../rehearsal/debian.ts'
import type { Facts } from './head.ts'

const page = join(repository, 'docs/evidence.md')
/** The heading of each part after the first, in the order of the page. */
const headings = {
  citus: '# Evidence of a Citus cluster\n',
  proofs: '# Evidence of the proofs\n',
}
type Parts = { server: string } & Record<keyof typeof headings, string>

/** Writes the part of `npm run evidence`. Returns the path of the page. */
export function writeServerPart(text: string): string {
  return write({ server: text })
}

/** Writes the part of `npm run evidence-citus`. `text` has no heading. Returns the path of the page. */
export function writeCitusPart(text: string): string {
  const intro =
    '`npm run evidence-citus` wrote this part. It follows the [guide for several database servers](citus-guide.md).'
  return write({ citus: `${headings.citus}\n${intro}\n\n${text}` })
}

/** The present part of `npm run proof -- write`, '' if the page has none. */
export function proofsPart(): string {
  return partsOf(present()).proofs
}

/**
 * Writes the part of `npm run proof -- write`: `table` in Markdown, which names commit, machine and hours of each proof. `date`: of the
 * last chunk. Returns the path of the page.
 */
export function writeProofsPart(date: string, table: string): string {
  const intro =
    '`npm run proof` made these figures, and `npm run proof -- write` wrote this part. The last chunk ended at the date. The seed of a chunk repeats its choices; the order in which concurrent calls arrive, and random keys, differ from run to run.'
  const text = `${factTable([['date', date]])}\n${table}`
  return write({ proofs: `${headings.proofs}\n${intro}\n\n${text}` })
}

export function tableOf({ commit, date }: Facts, minutes: number): string {
  return factTable([
    ['commit', commit],
    ['date', date],
    machineFact(),
    ['time', `${minutes} minutes`],
  ])
}

function machineFact(): [name: string, fact: string] {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return ['machine', `${cpus().length} cores (${cpus()[0]!.model}), ${memory}, Linux ${release()}`]
}

function factTable(facts: [name: string, fact: string][]): string {
  const lines = facts.map(([name, fact]) => `| ${name} | ${fact} |\n`)
  return `| | |\n|---|---|\n${lines.join('')}`
}

/** The parts of a page, '' where it lacks one. */
export function partsOf(text: string): Parts {
  const names = Object.keys(headings) as (keyof typeof headings)[]
  const begins = names.map((name) => ({ name, at: text.indexOf(headings[name]) }))
  const found = [{ name: 'server' as const, at: 0 }, ...begins.filter(({ at }) => at !== -1)]
  const parts = found.map(({ name, at }, n) => [name, text.slice(at, found[n + 1]?.at)])
  return { server: '', citus: '', proofs: '', ...Object.fromEntries(parts) }
}

function present(): string {
  return existsSync(page) ? readFileSync(page, 'utf8') : ''
}

function write(changed: Partial<Parts>): string {
  const { server, citus, proofs } = { ...partsOf(present()), ...changed }
  writeFileSync(
    page,
    [server, citus, proofs]
      .filter(Boolean)
      .map((part) => `${part.trimEnd()}\n`)
      .join('\n'),
  )
  return page
}
