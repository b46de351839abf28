/** What the figures come to, beside the goals of architecture.md. */

import * as paths from './paths.ts'

/** What was measured, round after round. */
export class Figures {
  readonly #noted = new Map<string, number[]>()

  note(name: string, figure: number | undefined): void {
    if (figure !== undefined) this.#noted.set(name, [...(this.#noted.get(name) ?? []), figure])
  }

  /** Undefined where nothing was measured: pgbench is not on every machine. */
  median(name: string): number | undefined {
    const noted = this.#noted.get(name)?.toSorted((a, b) => a - b)
    return noted?.[Math.floor(noted.length / 2)]
  }
}

export function printRatios(figures: Figures, crowd: number): void {
  const empty = figures.median(paths.empty.name)!
  line(paths.empty.name, empty, '')
  for (const { name } of [paths.balance, paths.intention]) {
    const answered = figures.median(name)!
    line(name, answered, `${share(answered, empty)} of the empty route (goal: at least 50 %)`)
  }
  for (const { name } of [paths.generation, paths.consumption, paths.voucher]) {
    const answered = figures.median(name)!
    const one_by_one = figures.median(`pgbench ${name}`)
    const beside =
      one_by_one === undefined
        ? 'pgbench is not on this machine: nothing to compare with'
        : `${share(answered, one_by_one)} of pgbench’s ${rounded(one_by_one)} (goal: at least 100 %)`
    line(name, answered, beside)
  }
  line(paths.keyed_voucher.name, figures.median(paths.keyed_voucher.name)!, '')
  const [alone, beside] = [figures.median('read_ms')!, figures.median('beside_logins_ms')!]
  console.log(
    `a balance read beside ${crowd} logins takes ${(beside / alone).toFixed(1)} times as long as alone (goal: at most 2)`,
  )
}

export function printSizes(figures: Figures, names: string[]): void {
  for (const name of names) {
    const [small, large] = [figures.median(`small ${name}`)!, figures.median(`large ${name}`)!]
    const longer = (small / large).toFixed(2)
    line(name, large, `takes ${longer} times as long as with 1,000 customers (goal: at most 1.3)`)
  }
}

function line(name: string, figure: number, beside: string): void {
  console.log(`${name.padEnd(36)}${rounded(figure).padStart(9)} /s  ${beside}`)
}

function rounded(figure: number): string {
  return Math.round(figure).toLocaleString('en')
}

function share(figure: number, whole: number): string {
  return `${Math.round((100 * figure) / whole)} %`
}
