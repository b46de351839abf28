/** What happened in a schedule, as a hash of 64 bits. Two runs of a seed that differ in one event or one figure have two hashes. */

const floats = new Float64Array(1)
const words = new Uint32Array(floats.buffer)

/** Label → its hash. Labels are few: a name of an event, never an id. */
const hashes = new Map<string, number>()
const maxHashes = 10_000

function hashOf(label: string): number {
  const stored = hashes.get(label)
  if (stored !== undefined) return stored
  let hash = 0x811c_9dc5
  for (let at = 0; at < label.length; at += 1) {
    hash = Math.imul(hash ^ label.charCodeAt(at), 0x0100_0193)
  }
  if (hashes.size < maxHashes) hashes.set(label, hash)
  return hash
}

export class Trace {
  /** The events as text, if they are recorded. */
  readonly lines: string[] = []
  readonly #isRecorded: boolean
  #high = 0x811c_9dc5
  #low = 0x1234_5678

  constructor(isRecorded: boolean) {
    this.#isRecorded = isRecorded
  }

  /** Adds an event. `at_ms` counts with all its digits. */
  add(at_ms: number, label: string): void {
    floats[0] = at_ms
    this.#mix(words[0]!)
    this.#mix(words[1]!)
    this.#mix(hashOf(label))
    if (this.#isRecorded) this.lines.push(`${at_ms.toFixed(3).padStart(12)} ${label}`)
  }

  /** 16 hexadecimal digits. */
  hash(): string {
    return [this.#high, this.#low]
      .map((word) => (word >>> 0).toString(16).padStart(8, '0'))
      .join('')
  }

  #mix(word: number): void {
    this.#high = Math.imul(this.#high ^ word, 0x0100_0193)
    this.#low = Math.imul((this.#low << 5) ^ (this.#low >>> 27) ^ word, 0x85eb_ca6b)
  }
}
