/**
 * Reports defects, time-outs (R13.1) and errors without an HTTP status to an error-reporting service, if the operator has one.
 * The catalogue has no message for an error without a status (R13.2). The first report loads the service's code.
 */

/** The DSN, which the server writes into the page. A build for a file host contains it. */
function dsnOfPage(): string | undefined {
  return (
    import.meta.env['VITE_SENTRY_DSN'] ??
    document.querySelector<HTMLMetaElement>('meta[name=sentry-dsn]')?.content
  )
}

/** A page that fails repeatedly stops reporting after this many. */
const maxReports = 10

export type ErrorReport = {
  error: unknown
  /** The screen's path. */
  screen: string
  /** The contract's call that failed, if any. */
  call: string | undefined
}

const reported = new Set<unknown>()
const waiting: ErrorReport[] = []

/** Reports uncaught errors. Called once, when the page begins. */
export function reportUncaught(): void {
  if (!dsnOfPage()) return
  window.addEventListener('error', ({ error }) => report(error))
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
  window.addEventListener('online', send)
}

export function report(error: unknown, call?: string): void {
  if (!(error instanceof Error) || ('status' in error && error.status !== null)) return
  // Report the same failure once, also when a poll repeats it or a screen throws it again.
  const kind = `${error.name} ${error.message} ${call ?? ''}`
  if (reported.size >= 2 * maxReports || reported.has(error) || reported.has(kind)) return
  reported.add(error).add(kind)
  if (!dsnOfPage()) return
  waiting.push({ error, screen: location.pathname, call })
  if (navigator.onLine) send()
}

function send(): void {
  const dsn = dsnOfPage()
  if (!dsn || waiting.length === 0) return
  void import('./sentry.ts').then(
    ({ sendReport }) => waiting.splice(0).forEach((one) => sendReport(dsn, one)),
    // The import failed although the browser is online. Retry with the next error or the next `online` event.
    () => undefined,
  )
}
