import { formatInteger } from '#contract/value/money.ts'

/** R7.4: a sentence has a form for zero, one for 1 and one for other numbers. */
export function plural(
  number: number,
  { zero, one, many }: { zero: string; one: string; many: string },
): string {
  if (number === 0) return zero
  if (number === 1) return one
  return many.replace('#', formatInteger(number))
}
