/**
 * `npm run proof` runs every proof until its full length and prints one table. `-- histories` selects proofs, `--steps N` ends
 * each earlier, `--hours H` ends the run, `--seed S` repeats chunks. A later run on the same commit goes on where this one
 * ended. `-- table` prints the last run of each proof, `-- write` writes it into docs/evidence.md. Exit code 1 if anything is wrong.
 */

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

import { proofsPart, writeProofsPart } from '../../deploy/evidence/page.ts'
import { scriptOptions } from '../../scripts/command-line.ts'
import { Journal } from './journal.ts'
import { proofs } from './proofs.ts'
import { run } from './run.ts'
import { stopSignal } from './stop.ts'
import { markdownOf, tableOf } from './table.ts'
import { isFailure, type Tally, tallyOf } from './tally.ts'

const root = join(import.meta.dirname, '../..')
const journalFile = join(root, '.data-proof/journal.jsonl')

const names = proofs.map(({ name }) => name)
const values = await scriptOptions(
  'proof',
  `Runs the proofs: ${names.join(', ')}. "table" prints the last runs, "write" writes them into docs/evidence.md`,
  {
    steps: { type: 'string', description: 'Steps of each proof; default: the full length' },
    hours: { type: 'string', description: 'Hours of the whole run; default: no limit' },
    seed: {
      type: 'string',
      description: 'First seed; default: after the last chunk of this commit',
    },
  },
  [...names, 'table', 'write'],
)
const words = values._
const steps = numberOf('steps', values.steps)
const hours = numberOf('hours', values.hours)
const seed = numberOf('seed', values.seed)
const selected = proofs.filter(({ name }) => words.includes(name))
const chosen = selected.length > 0 ? selected : proofs

if (words.includes('table') || words.includes('write')) show()
else await prove()

async function prove(): Promise<void> {
  const commit = git('rev-parse', 'HEAD')
  const isChanged = git('status', '--porcelain', '--', '.', ':!docs/evidence.md') !== ''
  if (isChanged)
    console.log('Files have changed since the commit: the journal does not keep this run.')
  const journal = isChanged ? Journal.inMemory() : Journal.open(journalFile)
  await run({
    proofs: chosen,
    journal,
    commit,
    steps,
    hours,
    seed,
    stop: stopSignal(),
    print: console.log,
  })
  report(chosen.map((proof) => tallyOf(proof, journal.linesOf(commit))))
}

/** Shows of each proof the last commit that ran it, which need not be the present one. */
function show(): void {
  const journal = Journal.open(journalFile)
  const last = journal.lines.at(-1)
  if (!last) {
    console.error('The journal has no chunk yet: npm run proof')
    process.exitCode = 1
    return
  }
  const tallies = proofs.map((proof) => tallyOf(proof, journal.lastLinesOf(proof.name)))
  report(tallies)
  if (!words.includes('write')) return
  console.log(`\n${writeProofsPart(last.at, markdownOf(tallies, proofsPart()))} is written.`)
}

function report(tallies: Tally[]): void {
  console.log(`\n${tableOf(tallies)}`)
  process.exitCode = tallies.some(isFailure) ? 1 : 0
}

function numberOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const isNumber = option === 'hours' ? /^\d+(\.\d+)?$/.test(text) : /^\d+$/.test(text)
  if (!isNumber) {
    console.error(`--${option} is ${text}: use a number.`)
    process.exit(2)
  }
  return Number(text)
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}
