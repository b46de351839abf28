/** The end of a run by a person or a supervisor. */

/**
 * Aborted by the first SIGINT or SIGTERM. Later ones do nothing: scripts/run.cjs sends SIGTERM four times a second, and a proof needs
 * seconds to stop its servers.
 */
export function stopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort())
  return stop.signal
}
