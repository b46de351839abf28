/** The random numbers of a schedule. The same seed gives the same numbers on every machine: they are made of 32-bit integers. */

export class Chance {
  #a: number
  #b: number
  #c: number
  #d = 1

  /** `seed`: any integer below 2^53. */
  constructor(seed: number) {
    this.#a = seed >>> 0
    this.#b = Math.floor(seed / 4_294_967_296) >>> 0
    this.#c = 0x9e37_79b9
    // The first numbers of neighbouring seeds are alike.
    for (let n = 0; n < 12; n += 1) this.bits()
  }

  /** 32 random bits: the generator sfc32. */
  bits(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0
    return sum >>> 0
  }

  /** From 0 to 1, without 1. */
  fraction(): number {
    return this.bits() / 4_294_967_296
  }

  /** An integer from 0 to `count` − 1. */
  below(count: number): number {
    return Math.floor(this.fraction() * count)
  }

  within(least: number, most: number): number {
    return least + this.fraction() * (most - least)
  }

  is(probability: number): boolean {
    return this.fraction() < probability
  }

  one<Of>(list: readonly Of[]): Of {
    return list[this.below(list.length)]!
  }

  bytes(count: number): Buffer {
    const made = Buffer.allocUnsafe(count)
    for (let at = 0; at < count; at += 1) made[at] = this.bits() >>> 24
    return made
  }

  uuid(): string {
    const hex = this.bytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
}
