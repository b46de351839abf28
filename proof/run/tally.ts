/** What the chunks of one proof add up to, and the verdict. */

import { sumOf } from '../chunk/reached.ts'
import type { Proof } from '../proof.ts'
import type { Line } from './journal.ts'

/** A required cell is covered once chunks have reached it this often. */
export const minReached = 100

type Verdict = 'held' | 'BROKEN' | 'not finished'

export type Tally = {
  proof: Proof
  /** The commit that ran; '' if none did. */
  commit: string
  /** The machines that ran it, each once. */
  machines: string[]
  /** The seeds of the chunks, each once, in ascending order. */
  seeds: number[]
  steps: number
  seconds: number
  /** Each wrong once, with the command that repeats its chunk. */
  wrongs: { sentence: string; command: string }[]
  /** Required cells below `minReached`, with their counts. */
  uncovered: [cell: string, count: number][]
  /** Cells that the proof calls impossible and that a chunk reached: the reason that it gives is wrong. */
  refuted: string[]
  verdict: Verdict
}

/**
 * Adds up the lines of a proof on one commit. A seed that ran twice counts once, because its steps are the same. Its wrongs all count, because a race
 * may lose only in the second run.
 */
export function tallyOf(proof: Proof, lines: Line[]): Tally {
  const mine = lines.filter((line) => line.proof === proof.name)
  const bySeed = new Map(mine.toReversed().map((line) => [line.seed, line]))
  const counted = [...bySeed.values()]
  const reached = new Map(Object.entries(sumOf(counted.map((line) => line.reached))))
  const { required = [], impossible = {} } = proof.cells ?? {}
  const uncovered = required
    .map((cell): [string, number] => [cell, reached.get(cell) ?? 0])
    .filter(([, count]) => count < minReached)
  const steps = counted.reduce((sum, line) => sum + line.steps, 0)
  const wrongs = new Map(
    mine.flatMap(({ seed, wrongs }) =>
      wrongs.map((sentence) => [
        `${seed} ${sentence}`,
        { sentence, command: commandOf(proof, seed) },
      ]),
    ),
  )
  const isWhole = steps >= proof.full && uncovered.length === 0
  return {
    proof,
    commit: mine[0]?.commit ?? '',
    machines: [...new Set(mine.map(({ machine }) => machine))],
    seeds: [...bySeed.keys()].toSorted((one, other) => one - other),
    steps,
    seconds: mine.reduce((sum, { seconds }) => sum + seconds, 0),
    wrongs: [...wrongs.values()],
    uncovered,
    refuted: Object.keys(impossible).filter((cell) => reached.has(cell)),
    verdict: wrongs.size > 0 ? 'BROKEN' : isWhole ? 'held' : 'not finished',
  }
}

/** Whether `npm run proof` must end with 1. A run that ends early is no failure; a full run with uncovered cells is one. */
export function isFailure({ proof, steps, wrongs, uncovered, refuted }: Tally): boolean {
  return wrongs.length > 0 || refuted.length > 0 || (steps >= proof.full && uncovered.length > 0)
}

function commandOf({ name }: Proof, seed: number): string {
  return `npm run proof -- ${name} --seed ${seed} --steps 1`
}
