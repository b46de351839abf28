import type { Logger } from 'pino'

/** Under overload every request warns. One line in 10 s is enough for an alarm. */
const interval_ms = 10_000

/**
 * Counts events that may happen thousands of times a second. Logs one `warn` line per 10 s with a figure for each kind:
 * a line for each event would cost more than the refused work. Call `flush` before the log is closed.
 */
export function warningSummary(
  log: Logger,
  message: string,
): { count: (kind: string) => void; flush: () => void } {
  let counts: Record<string, number> = {}
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (Object.keys(counts).length > 0) log.warn({ counts }, message)
    counts = {}
  }

  return {
    count: (kind) => {
      counts[kind] = (counts[kind] ?? 0) + 1
      timer ??= setTimeout(flush, interval_ms).unref()
    },
    flush,
  }
}
