/** Adds up the coverage of chunks. */

/** How often each cell was reached in all. */
export function sumOf(all: Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [cell, count] of all.flatMap((one) => Object.entries(one))) {
    sums[cell] = (sums[cell] ?? 0) + count
  }
  return sums
}
