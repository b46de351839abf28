import { type Logger, pino } from 'pino'

export type LogLevel = 'debug' | 'info' | 'silent'

/** JSON lines, to standard output unless told. Whoever writes one names what it says: no line quotes a person. */
export function createLog(level: LogLevel, stream?: { write(line: string): void }): Logger {
  const options = { level, base: null }
  return stream ? pino(options, stream) : pino(options)
}
