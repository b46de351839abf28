import { type Logger, pino } from 'pino'

import { redactedFields } from '#contract/person/personal-data.ts'

/** If a caller logs a whole record by mistake, the log removes its personal fields, at the top and one level below. */
const redact = {
  paths: redactedFields.flatMap((name) => [name, `*.${name}`]),
  censor: '[personal]',
}

export type LogLevel = 'debug' | 'info' | 'silent'

/** Logs JSON lines, by default to standard output. Each call lists the fields it logs, so that no line quotes a person. */
export function createLog(
  level: LogLevel,
  stream: { write(line: string): void } = pino.destination(1),
  /** Gets the error lines in addition to the output. */
  errors?: { write(line: string): void },
): Logger {
  const options = { level, base: null, redact }
  if (!errors || level === 'silent') return pino(options, stream)
  return pino(
    options,
    pino.multistream([
      { level, stream },
      { level: 'error', stream: errors },
    ]),
  )
}
