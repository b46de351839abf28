/** Rows that Page up and Page down pass: about a screen of a phone. */
const pageRows = 10

const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: pageRows,
  PageUp: -pageRows,
}

/** The row of `count` to which a key leads from the row `at`. Undefined for a key that leads nowhere. */
export function rowAfter(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined
  return step && Math.min(Math.max(at + step, 0), count - 1)
}
