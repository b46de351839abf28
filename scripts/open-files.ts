/** A run with 10,000 streams needs a file descriptor for each, in the client's process and in the server's. */

import { affordableConnections } from '#api/server/connections.ts'

/** Ends the process with one sentence if it may not open enough files for `streamCount` streams. */
export function requireFiles(streamCount: number): void {
  if (affordableConnections() >= streamCount) return
  console.error(
    `This process may open too few files for ${streamCount} streams: run ulimit -n ${2 * streamCount} first.`,
  )
  process.exit(1)
}
