import { type Logger, pino } from 'pino'

export type LogLevel = 'debug' | 'info' | 'silent'

/** JSON lines, to standard output unless told. Whoever writes one names what it says: no line quotes a person. */
export function createLog(
  level: LogLevel,
  stream: { write(line: string): void } = pino.destination(1),
  /** Gets the lines that say an error too. */
  errors?: { write(line: string): void },
): Logger {
  const options = { level, base: null }
  if (!errors || level === 'silent') return pino(options, stream)
  return pino(
    options,
    pino.multistream([
      { level, stream },
      { level: 'error', stream: errors },
    ]),
  )
}
