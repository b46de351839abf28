import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'

import type { Files } from './cluster.ts'

/** A larger log is set aside before the server starts. */
const maxLog_bytes = 10_000_000

/** Opens the log for appending. `reason` returns the last error that was logged after that. */
export function openLog({ log }: Files) {
  if (existsSync(log) && statSync(log).size > maxLog_bytes) renameSync(log, `${log}.old`)
  const handle = openSync(log, 'a', 0o600)
  const { size } = statSync(log)
  return {
    handle,
    close: () => closeSync(handle),
    reason(): string {
      const newLines = readFileSync(log).subarray(size).toString().trim()
      // Ignore "terminating connection": sessions of a killed server end now and write to the same log.
      const complaint = /(?:FATAL|PANIC|error):\s+(?!\s|terminating connection)(.+)/g
      const complaints = [...newLines.matchAll(complaint)]
      const reason = complaints.at(-1)?.[1] ?? newLines.split('\n').at(-1)
      return reason || 'it ended without a word'
    },
  }
}
