/** The choices of a proof: the same seed gives the same choices. Ids, keys and documents are random in each run. */

export type Random = {
  /** From 0 to 1, without 1. */
  fraction: () => number
  /** An integer from `min` to `max`, both included. */
  integer: (min: number, max: number) => number
  /** One of the list, which must not be empty. */
  pick: <Item>(list: readonly Item[]) => Item
}

/** `parts`: numbers that together name one sequence of choices, such as the seed and a client's number. */
export function randomFrom(...parts: number[]): Random {
  const fraction = mulberry32(parts.reduce((state, part) => Math.imul(state, 31) + part, 17))
  const integer = (min: number, max: number) => min + Math.floor(fraction() * (max - min + 1))
  return { fraction, integer, pick: (list) => list[integer(0, list.length - 1)]! }
}

/** https://en.wikipedia.org/wiki/Mulberry32: 32 bits of state, enough for choices. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
