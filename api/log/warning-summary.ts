import type { Logger } from 'pino'

const interval_ms = 10_000

/**
 * Counts what may happen thousands of times a second and logs it in one `warn` line per 10 s, with a figure for each kind:
 * a line for each would cost more than the work that was refused. Call `flush` before the log is closed.
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
