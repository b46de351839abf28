import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app/App.tsx'
import { preloadFirstScreen } from './app/first-screen.ts'
import { beginScreensAtTheTop } from './app/scroll.ts'
import { report, reportUncaught } from './error-report/report.ts'

import '#ui/page.css'
import './first-paint.css'

reportUncaught()
beginScreensAtTheTop()

/** From then on a sign of life says more than what the server painted. */
const patience_ms = 1000

// What the server painted stays until there is a screen to put in its place: no spinner between the two. A chunk that
// does not come is for its place in the screen to say. No `await`: chunks that import from one that awaits are split off.
void Promise.race([
  preloadFirstScreen().catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, patience_ms)),
]).then(show)

/** The first screen has the line to itself. */
const quiet_ms = 3_000

// Where the portal is developed nothing is kept: a change is to be seen.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
  window.addEventListener('load', () => {
    setTimeout(() => {
      // Without it everything works that has a connection.
      import('./offline/keep-shell.ts').then(({ keepShell }) => keepShell()).catch(() => undefined)
    }, quiet_ms)
  })
}

function show(): void {
  // index.html has it; a page without it is not ours.
  createRoot(document.getElementById('root')!, { onCaughtError: say }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** What a boundary shows in place of a screen is for the person; this is for who looks after the portal. */
function say(error: unknown): void {
  console.error(error)
  report(error)
}
