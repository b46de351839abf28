import { buildConsole, consoleIsStale } from './build-console.ts'
import { buildPortal, portalIsStale } from './build-portal.ts'

/** Builds the portal and the console, each only if its sources have changed. A server without a build answers 404. */
export async function buildStale(): Promise<void> {
  if (await portalIsStale()) await buildPortal()
  if (await consoleIsStale()) await buildConsole()
}
