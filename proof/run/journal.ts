/** The journal of `npm run proof`: one line of JSON for each finished chunk, on disk before the next chunk begins. */

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

import type { Chunk } from '../proof.ts'

export type Line = Chunk & {
  proof: string
  commit: string
  seed: number
  seconds: number
  /** The instant at which the chunk ended, ISO 8601. */
  at: string
  /** Cores and processor, such as '2 × AMD EPYC'. */
  machine: string
}

export class Journal {
  readonly lines: Line[]
  /** Null: the lines are kept in memory only. */
  readonly #path: string | null

  private constructor(path: string | null, lines: Line[]) {
    this.#path = path
    this.lines = lines
  }

  /** Reads the file. Cuts off a last line without an end, which a killed run has left. */
  static open(path: string): Journal {
    mkdirSync(dirname(path), { recursive: true })
    const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
    const whole = text.slice(0, text.lastIndexOf('\n') + 1)
    if (whole !== text) truncateSync(path, Buffer.byteLength(whole))
    const lines = whole.split('\n').slice(0, -1)
    return new Journal(
      path,
      lines.map((line) => JSON.parse(line) as Line),
    )
  }

  /** A journal of a run that is not kept. */
  static inMemory(): Journal {
    return new Journal(null, [])
  }

  /** Returns once the line is on disk, so that a kill of the next chunk cannot lose it. */
  add(line: Line): void {
    this.lines.push(line)
    if (this.#path === null) return
    const file = openSync(this.#path, 'a')
    try {
      writeSync(file, `${JSON.stringify(line)}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
  }

  /** The lines of a commit. Another commit begins anew, because its program is another. */
  linesOf(commit: string): Line[] {
    return this.lines.filter((line) => line.commit === commit)
  }

  /** The lines of the last commit that ran the proof: the proofs may have run on different commits. */
  lastLinesOf(proof: string): Line[] {
    const commit = this.lines.findLast((line) => line.proof === proof)?.commit
    return this.lines.filter((line) => line.proof === proof && line.commit === commit)
  }
}
