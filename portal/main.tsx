import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app/App.tsx'
import { preloadFirstScreen } from './app/first-screen.ts'
import { isPainted, takePaint } from './app/painted.ts'
import { beginScreensAtTheTop } from './app/scroll.ts'
import { report, reportUncaught } from './error-report/report.ts'
import { keepInstallOffer } from './notification/install-offer.ts'
import { keptPushEndpoint } from './storage/push-endpoint.ts'
import { sessionKey } from './storage/session.ts'

import '#ui/page.css'
import './first-paint.css'

reportUncaught()
beginScreensAtTheTop()
keepInstallOffer()

// index.html has this element.
const element = document.getElementById('root')!
const replacePaint = takePaint(element)

/** After this time the loading screen replaces the server's first paint. */
const firstScreenTimeout_ms = 1000

// Render only when the first screen is ready to replace the server's paint, so that no spinner appears in between.
// No top-level `await`: with it, the build would split off the chunks that import from this one.
void Promise.race([
  // Ignore a failure: the screen shows the error of its chunk.
  preloadFirstScreen().catch(() => undefined),
  // A whole painted screen stays until the portal's screen is ready.
  ...(isPainted() ? [] : [timeout(firstScreenTimeout_ms)]),
]).then(show)

/** Delay before the service worker loads, so that the first screen has the whole connection. */
const quiet_ms = 3_000

// Only in production: in development the worker would serve old files.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  // A painted page adds this script only after its first paint. The event `load` may be over by then.
  if (document.readyState === 'complete') setTimeout(prepareNextVisit, quiet_ms)
  else window.addEventListener('load', () => setTimeout(prepareNextVisit, quiet_ms))
}

function prepareNextVisit(): void {
  // Without the worker only offline use is missing.
  import('./offline/keep-shell.ts').then(({ keepShell }) => keepShell()).catch(() => undefined)
  // If the renewal fails, the next visit tries again.
  renewPushes().catch(() => undefined)
}

async function renewPushes(): Promise<void> {
  const session = sessionKey()
  if (session === undefined || keptPushEndpoint(session) === null) return
  const { renewPush } = await import('./notification/renew-push.ts')
  await renewPush()
}

function show(): void {
  const root = createRoot(element, { onCaughtError: reportCaught })
  void replacePaint(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  )
}

function timeout(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

/** A boundary shows the error to the person; this reports it to the operators. */
function reportCaught(error: unknown): void {
  console.error(error)
  report(error)
}
