/**
 * To an error-reporting service, where there is one: what carries no status, and so no sentence of the catalogue (R13.2), a
 * call that took too long (R13.1), a defect. The service's code is fetched with the first of them.
 */

/** Our server names it in the page; a build for a file host has it built in. */
function dsnOfPage(): string | undefined {
  return (
    import.meta.env['VITE_SENTRY_DSN'] ??
    document.querySelector<HTMLMetaElement>('meta[name=sentry-dsn]')?.content
  )
}

/** A page that fails at every turn says so often enough. */
const max_reports = 10

export type ErrorReport = {
  error: unknown
  /** The path of the screen. */
  screen: string
  /** The contract's call, where one failed. */
  call: string | undefined
}

const seen = new Set<unknown>()
const waiting: ErrorReport[] = []

/** What nobody caught. Called once, when the page begins. */
export function reportUncaught(): void {
  if (!dsnOfPage()) return
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  window.addEventListener('online', send)
}

export function report(error: unknown, call?: string): void {
  if (!(error instanceof Error) || ('status' in error && error.status !== null)) return
  // The same at every poll is one; what a screen throws again, too.
  const kind = `${error.name} ${error.message} ${call ?? ''}`
  if (seen.size >= 2 * max_reports || seen.has(error) || seen.has(kind)) return
  seen.add(error).add(kind)
  if (!dsnOfPage()) return
  waiting.push({ error, screen: location.pathname, call })
  if (navigator.onLine) send()
}

function send(): void {
  const dsn = dsnOfPage()
  if (!dsn || waiting.length === 0) return
  void import('./sentry.ts').then(
    ({ sendReport }) => waiting.splice(0).forEach((one) => sendReport(dsn, one)),
    // The network is worse than it says: with the next error, or when it is back.
    () => undefined,
  )
}
