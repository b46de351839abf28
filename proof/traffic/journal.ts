/** The clients' log: each call is on disk before it is sent, and its answer is added afterwards. */

import { type FileHandle, open, readFile } from 'node:fs/promises'

import type { Received } from '#api/testing/models/verification.ts'

/** The calls at the counter and at the customer desk of the console. */
const staffVerbs = [
  'counter_sale',
  'counter_open',
  'counter_capture',
  'counter_cancel',
  'counter_return',
  'counter_undo',
  'counter_withdraw',
  'adjust',
  'undo_adjustment',
  'desk_reverse',
  'block',
  'unblock',
  'correct',
  'merge',
  'undo_merge',
] as const

export type StaffVerb = (typeof staffVerbs)[number]
export type Verb = Received['verb'] | StaffVerb

/** Who calls: tills with their customers, people at the counter, people at the desk. */
export const groups = ['till', 'counter', 'desk'] as const
export type Group = (typeof groups)[number]

export function groupOf(verb: Verb): Group {
  if (verb.startsWith('counter_')) return 'counter'
  return staffVerbs.some((one) => one === verb) ? 'desk' : 'till'
}

export type Call = {
  verb: Verb
  method: 'POST' | 'DELETE'
  path: string
  headers: Record<string, string>
  body: object | null
}
export type Answer = { status: number; body: unknown }
/** A call without an answer may or may not have been carried out. */
export type Entry = { n: number; call: Call; answer: Answer | null }

type Line = { n: number; call: Call } | { n: number; answer: Answer }

export class Journal {
  readonly path: string
  /** The calls that were settled. */
  answers = 0
  readonly #file: FileHandle
  #count = 0
  #waiting: Line[] = []
  #writing: Promise<void> | undefined

  private constructor(path: string, file: FileHandle) {
    this.path = path
    this.#file = file
  }

  static async open(path: string): Promise<Journal> {
    return new Journal(path, await open(path, 'a'))
  }

  /** Resolves to the call's number once the call is on disk. */
  async intend(call: Call): Promise<number> {
    this.#count += 1
    const n = this.#count
    await this.#write({ n, call })
    return n
  }

  async settle(n: number, answer: Answer): Promise<void> {
    this.answers += 1
    await this.#write({ n, answer })
  }

  async close(): Promise<void> {
    await this.#file.close()
  }

  /** Lines that arrive during a write go into the next one, so that one fsync serves many clients. */
  async #write(line: Line): Promise<void> {
    this.#waiting.push(line)
    await this.#writing
    this.#writing ??= this.#flush()
    await this.#writing
  }

  async #flush(): Promise<void> {
    const lines = this.#waiting.splice(0)
    await this.#file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    await this.#file.datasync()
    this.#writing = undefined
  }
}

/** Reads the journal from disk, in the order of the calls. */
export async function readJournal(path: string): Promise<Entry[]> {
  const entries = new Map<number, Entry>()
  // The text after the last line break is empty, or a line that is still being written.
  for (const written of (await readFile(path, 'utf8')).split('\n').slice(0, -1)) {
    const line = JSON.parse(written) as Line
    if ('call' in line) entries.set(line.n, { ...line, answer: null })
    else entries.get(line.n)!.answer = line.answer
  }
  return [...entries.values()]
}
