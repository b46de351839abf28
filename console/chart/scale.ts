/** The vertical scale of a chart. */

/**
 * The end of the scale, at least 1. It is 1, 2, 2.5 or 5 times a power of ten: the smallest such number that is not below
 * the largest value.
 */
export function scaleEnd(values: readonly number[]): number {
  const largest = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(largest))
  return [1, 2, 2.5, 5, 10].map((step) => step * power).find((end) => end >= largest)!
}

/** The indexes of about `count` labels, evenly spaced, with the first and the last. */
export function labelled(length: number, count: number): Set<number> {
  if (length <= count) return new Set(Array.from({ length }, (_, at) => at))
  const step = (length - 1) / (count - 1)
  return new Set(Array.from({ length: count }, (_, at) => Math.round(at * step)))
}
