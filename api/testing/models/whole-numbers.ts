/** Arithmetic of the models, in whole points and centavos. */

/** The value of a part, rounded down; all of it when the part is the whole. */
export function share(worth: bigint, part: bigint, whole: bigint): bigint {
  return part === 0n ? 0n : (worth * part) / whole
}

export function rounded(numerator: bigint, denominator: bigint): bigint {
  const [quotient, rest] = [numerator / denominator, numerator % denominator]
  return rest * 2n >= denominator ? quotient + 1n : quotient
}

export function lesser(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

export function greater(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}

export function positive(worth: bigint): bigint {
  return greater(worth, 0n)
}
