/** Prints the figures next to the goals of docs/decisions/020-engine-speed.md. */

import type { Path } from './measure.ts'

const balanceGoal = 0.6
const loginsGoal = 2
const sizeGoal = 1.2

/** All measurements by name, one value per round. */
export class Figures {
  readonly #values = new Map<string, number[]>()

  note(name: string, figure: number): void {
    // A run takes minutes, so each figure is also printed at once, on stderr.
    console.error(`${name}: ${figure.toFixed(1)}`)
    this.#values.set(name, [...(this.#values.get(name) ?? []), figure])
  }

  /** Undefined without measurements: not every machine has pgbench. */
  median(name: string): number | undefined {
    const sorted = this.#values.get(name)?.toSorted((a, b) => a - b)
    return sorted && middle(sorted)
  }

  /** One value per round. */
  of(name: string): number[] {
    return this.#values.get(name) ?? []
  }
}

function middle(sorted: number[]): number {
  return sorted[Math.floor(sorted.length / 2)]!
}

/** How many times as long as the other a request of each round took, in ascending order. Both rates are of the same round. */
function timesAsLong(rates: number[], others: number[]): number[] {
  return others.map((other, round) => other / rates[round]!).toSorted((a, b) => a - b)
}

/** A read. If its ground is on a cluster, `beside` is the ground on a single server that it is compared with. */
type Read = { path: Path; beside: string | undefined }

export function printRead(figures: Figures, ground: string, { path, beside }: Read): void {
  const callsPerSecond = figures.median(`${ground} ${path.name}`)!
  const share = callsPerSecond / figures.median('empty')!
  // Only the balance has a goal; the poll is printed for comparison.
  const verdict = path.name === 'balance' ? atLeast(share, balanceGoal) : ''
  line(path, [
    `${rate(callsPerSecond)} answered`,
    ...besideWords(figures, { path, beside }, callsPerSecond),
    `${percent(share)} of the empty route${verdict}`,
  ])
}

function besideWords(figures: Figures, { path, beside }: Read, callsPerSecond: number): string[] {
  if (beside === undefined) return []
  return [`${percent(callsPerSecond / figures.median(`${beside} ${path.name}`)!)} of one server`]
}

/** Prints the rate of answers and the rate including the outbox, so that neither hides the other. */
export function printMovement(
  figures: Figures,
  ground: string,
  { path, goal, of, beside }: Read & { goal: number; of?: Path },
): void {
  const callsPerSecond = figures.median(`${ground} ${path.name}`)!
  const drained = figures.median(`${ground} ${path.name} drained`)!
  const words = [
    `${rate(callsPerSecond)} answered`,
    ...besideWords(figures, { path, beside }, callsPerSecond),
    `${rate(drained)} until the outbox is empty`,
  ]
  if (of) {
    const share = callsPerSecond / figures.median(`${ground} ${of.name}`)!
    words.push(`${percent(share)} of the path without a key${atLeast(share, goal)}`)
  }
  const simpleUpdate = figures.median('simple-update')
  if (simpleUpdate !== undefined) {
    const [share, drainedShare] = [callsPerSecond / simpleUpdate, drained / simpleUpdate]
    words.push(`${percent(share)} of simple-update${of ? '' : atLeast(share, goal)}`)
    words.push(`${percent(drainedShare)} drained${of ? '' : atLeast(drainedShare, goal)}`)
  }
  line(path, words)
}

export function printLogins(figures: Figures, crowd: number): void {
  const longer = figures.median('beside_logins_ms')! / figures.median('read_ms')!
  console.log(
    `\na balance read beside ${crowd} logins takes ${longer.toFixed(1)} times as long as alone${atMost(longer, loginsGoal)}`,
  )
}

/**
 * `path`: of a route, or of a read of the console. The median of the rounds' ratios, because the speed of a machine changes by a
 * fourth within a run, and the two rates of a round are measured one after the other.
 */
export function printSize(figures: Figures, path: Pick<Path, 'name' | 'title'>): void {
  const ratios = timesAsLong(figures.of(`large ${path.name}`), figures.of(`small ${path.name}`))
  const longer = middle(ratios)
  const [least, most] = [ratios[0]!, ratios.at(-1)!].map((ratio) => ratio.toFixed(2))
  line(path, [
    `${rate(figures.median(`large ${path.name}`)!)} answered`,
    `takes ${longer.toFixed(2)} times as long as with 1,000 customers${atMost(longer, sizeGoal)}`,
    `rounds: ${least} to ${most}`,
  ])
}

/** The verdict on an upper limit of bytes or time. */
export function atMost(figure: number, goal: number): string {
  return ` (${figure <= goal ? '' : 'MISSED, '}goal: at most ${goal.toLocaleString('en')})`
}

function atLeast(share: number, goal: number): string {
  return ` (${share >= goal ? '' : 'MISSED, '}goal: at least ${percent(goal)})`
}

function line({ title }: Pick<Path, 'title'>, words: string[]): void {
  console.log(`  ${title.padEnd(38)} ${words.join(' · ')}`)
}

function rate(figure: number): string {
  return `${Math.round(figure).toLocaleString('en').padStart(6)} /s`
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
